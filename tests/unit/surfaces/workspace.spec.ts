import { expect, test } from '@playwright/test';
import { workspaceManifest } from '../../../harness/schema/index.js';
import { conformanceView, decodeText, outcomeSurface, workspaceSurface, type LeftFile } from '../../../harness/surfaces/index.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (path: string, content: string | Uint8Array = 'x', more: Partial<LeftFile> = {}): LeftFile => ({
  root: 'cwd',
  path,
  content: typeof content === 'string' ? bytes(content) : content,
  ...more,
});
const context = {
  text: (text: string) => text.replaceAll('/tmp/r1/cwd', '{{cwd}}'),
  sha256: (content: Uint8Array) => `hash of ${content.length}`,
};
const surface = (left: LeftFile[], state?: string[]) =>
  workspaceSurface(left, { ...context, state }).map(({ name, content }) => [name, decodeText(content)]);

test('writes the files of the cwd below workspace.expected, sorted, with their paths replaced', () => {
  expect(surface([file('src/b.ts', 'in /tmp/r1/cwd'), file('a.txt', 'plain')])).toEqual([
    ['workspace.expected/a.txt', 'plain'],
    ['workspace.expected/src/b.ts', 'in {{cwd}}'],
  ]);
});

test('gives no file for an empty workspace', () => {
  expect(surface([])).toEqual([]);
});

test('keeps bytes that are no text as they are', () => {
  const binary = new Uint8Array([0xff, 0xfe, ...bytes('/tmp/r1/cwd')]);
  const nul = bytes('/tmp/r1/cwd\0');
  const [first, second] = workspaceSurface([file('a.bin', binary), file('b.bin', nul)], context);
  expect(first!.content).toEqual(binary);
  expect(second!.content).toEqual(nul);
  expect(decodeText(bytes('\uFEFFx'))).toBe('\uFEFFx');
});

test('shows what appeared in HOME and TMPDIR outside the declared state', () => {
  const left = [
    file('.cache/x', 'x', { root: 'home' }),
    file('.agent/log', 'x', { root: 'home' }),
    file('.agentx', 'x', { root: 'home' }),
    file('.agent', 'x', { root: 'tmp' }),
    file('t', 'x', { root: 'tmp' }),
    file('.agent/mine'),
  ];
  const names = (state?: string[]) => surface(left, state).map(([name]) => name);
  expect(names()).toEqual([
    'workspace.expected/.agent/mine',
    'workspace.expected/.home/.agent/log',
    'workspace.expected/.home/.agentx',
    'workspace.expected/.home/.cache/x',
    'workspace.expected/.tmp/.agent',
    'workspace.expected/.tmp/t',
  ]);
  expect(names(['{{home}}/.agent/', '{{home}}/.cache'])).toEqual([
    'workspace.expected/.agent/mine',
    'workspace.expected/.home/.agentx',
    'workspace.expected/.tmp/.agent',
    'workspace.expected/.tmp/t',
  ]);
  expect(names(['.agent', '{{tmp}}/t'])).toEqual([
    'workspace.expected/.agent/mine',
    'workspace.expected/.home/.agentx',
    'workspace.expected/.home/.cache/x',
  ]);
});

test('never mixes a file of the cwd up with one of HOME', () => {
  expect(
    surface([
      file('.home/a', 'cwd'),
      file('.home~/a', 'cwd~'),
      file('.manifest.json', '{}'),
      file('.homes', 's'),
      file('a', 'home', { root: 'home' }),
    ]),
  ).toEqual([
    ['workspace.expected/.home/a', 'home'],
    ['workspace.expected/.homes', 's'],
    ['workspace.expected/.home~/a', 'cwd'],
    ['workspace.expected/.home~~/a', 'cwd~'],
    ['workspace.expected/.manifest.json~', '{}'],
  ]);
});

test('writes a link as a text that names its target', () => {
  expect(surface([file('l', '', { link: '/tmp/r1/cwd/a' })])).toEqual([['workspace.expected/l', 'link to {{cwd}}/a\n']]);
});

test('puts size and hash for what is over 256 KiB', () => {
  const written = surface([file('edge', 'e'.repeat(256 * 1024)), file('big', 'b'.repeat(256 * 1024 + 1)), file('c')]);
  expect(written.map(([name]) => name)).toEqual(['workspace.expected/c', 'workspace.expected/edge', 'workspace.expected/.manifest.json']);
  const manifest = JSON.parse(written.at(-1)![1]!) as unknown;
  expect(workspaceManifest.parse(manifest)).toEqual({ schema: 1, files: { big: { size: 262145, sha256: 'hash of 262145' } } });
});

test('writes the outcome with keys in one order, findings once, paths replaced', () => {
  const written = outcomeSurface(
    {
      findings: ['late-update', 'a', 'a'],
      prompts: [
        { stopReason: 'end_turn', session: 'main' },
        { session: 'main', error: { message: 'no /tmp/r1/cwd', code: -32603 } },
      ],
      shutdown: 'stdin-end',
      signal: null,
      exitCode: 0,
      schema: 1,
    },
    context.text,
  );
  expect(written).toEqual({
    name: 'outcome.expected.json',
    text: `${JSON.stringify(
      {
        schema: 1,
        exitCode: 0,
        signal: null,
        shutdown: 'stdin-end',
        prompts: [
          { session: 'main', stopReason: 'end_turn' },
          { session: 'main', error: { code: -32603, message: 'no {{cwd}}' } },
        ],
        findings: ['a', 'late-update'],
      },
      null,
      2,
    )}\n`,
  });
});

test('views the errors that the header does not allow', () => {
  const findings = [
    { rule: 'late-update', severity: 'error' as const, message: 'm', frame: 4 },
    { rule: 'unknown-field', severity: 'warning' as const, message: 'm' },
    { rule: 'bad-id', severity: 'error' as const, message: 'n' },
  ];
  expect(conformanceView(findings, ['late-update'])).toBe('{"rule":"bad-id","message":"n"}\n');
  expect(conformanceView(findings, ['late-update', 'bad-id'])).toBe('');
});

test('shows what session logs keep beside them, with its paths replaced, apart from a file of the same name', () => {
  expect(surface([file('.blobs/1', 'mine'), file('1', 'in /tmp/r1/cwd', { root: 'blobs' })], ['1'])).toEqual([
    ['workspace.expected/.blobs/1', 'in {{cwd}}'],
    ['workspace.expected/.blobs~/1', 'mine'],
  ]);
});
