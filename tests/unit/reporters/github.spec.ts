import { expect, test } from '@playwright/test';
import { annotate, MOST_ANNOTATIONS } from '../../../reporters/github/annotations.js';
import { markdownCode, workflowCommand } from '../../../reporters/github/escape.js';
import { jobSummary } from '../../../reporters/github/job-summary.js';
import { buildReport, type CollectedRun } from '../../../reporters/model/index.js';
import { hostileReport, HOSTILE } from '../../report/hostile-texts.js';
import { compared, input, jsonl, report, run, surface } from './samples.js';

const model = (runs: CollectedRun[]) => buildReport(input(runs));
const acceptance = (name: string) => ({ base: [{ name, sha256: 'a'.repeat(64) }], write: [], remove: [] });
const changed = (word = 'new') =>
  compared(
    'transcript',
    {
      'transcript.expected.jsonl': [
        jsonl([{ type: 'fixture' }, { from: 'agent', frame: { a: 'old' } }]),
        jsonl([{ type: 'fixture' }, { from: 'agent', frame: { a: word } }]),
      ],
    },
    { acceptance: acceptance('transcript.expected.jsonl') },
  );
const at = { rootDir: '/checkout/packages/agent', workspace: '/checkout' };

test('an annotation stands at the line of the expected file that differs first', () => {
  const [line, ...more] = annotate(model([run(report('one', { surfaces: [changed()] })), run(report('fine'))]), at);
  expect(more).toEqual([]);
  expect(line).toBe(
    '::error file=packages/agent/tests/snapshots/one/transcript.expected.jsonl,line=2,title=one [replay]%3A changed::' +
      'Transcript: 1 change, first response $.frame.a (value)%0A- "old"%0A+ "new"',
  );
});

test('what no committed file shows is annotated at the input, at the step that came last', () => {
  const failure = { code: 'ACP_X', message: 'It broke.\n100% of it' };
  const steps = [
    { op: 'initialize', line: 2, note: '' },
    { op: 'prompt', line: 4, note: '' },
  ];
  const [broken] = annotate(model([run(report('one', { failure, steps }))]), at);
  expect(broken).toContain('file=packages/agent/tests/snapshots/one/input.jsonl,line=4,');
  expect(broken).toContain('::It broke.%0A100%25 of it');
  const [missing] = annotate(model([run(report('one', { surfaces: [surface('outcome', 'missing')] }))]), { ...at, workspace: undefined });
  expect(missing).toBe('::error file=tests/snapshots/one/input.jsonl,line=1,title=one [replay]%3A missing::Outcome: missing');
});

test('GitHub shows ten: the last of them counts the rest', () => {
  const lines = annotate(model(Array.from({ length: 30 }, (_, index) => run(report(`s${index}`, { surfaces: [changed()] })))), at);
  expect(lines).toHaveLength(MOST_ANNOTATIONS);
  expect(lines.at(-1)).toBe('::error title=playwright-acp::21 more scenarios need a look; the report shows them.');
});

test('neither property nor text of a command can end it', () => {
  expect(workflowCommand('error', { file: 'a,b:c%\n::x', line: 3 }, '%0A::error::\r\n\u001b[31m')).toBe(
    '::error file=a%2Cb%3Ac%25 %3A%3Ax,line=3::%250A::error::\\u000d%0A\\u001b[31m',
  );
});

test('the job summary tells groups and the first divergence of each surface', () => {
  const runs = ['one', 'two'].map((name) => run(report(name, { surfaces: [changed(), surface('outcome', 'not-reached')] })));
  const text = jobSummary(model([...runs, run(report('fine'))]));
  expect(text).toContain('2 of 3 scenarios need a look.');
  expect(text).toContain('### Changed in the same way');
  expect(text).toContain('| 2 | Transcript | <code>response &#36;&#46;frame&#46;a</code> value | <code>&#34;old&#34;</code> |');
  expect(text).toContain('| <code>one &#91;replay&#93;</code> | Outcome | 0 | not reached |');
  expect(jobSummary(model([run(report('fine'))]))).toContain('1 scenarios, all matched.');
});

test('the job summary stays within its bytes and counts what it leaves out', () => {
  const runs = Array.from({ length: 400 }, (_, index) => run(report(`s${index}`, { surfaces: [changed(`${index} ${'é<'.repeat(500)}`)] })));
  const text = jobSummary(model(runs), 30_000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30_000);
  expect(text).toMatch(/\n\d+ more scenarios are in the report alone\.\n$/);
  const rows = text.split('\n').filter((line) => line.startsWith('| <code>s')).length;
  expect(rows + Number(/(\d+) more scenarios/.exec(text)![1])).toBe(400);
  expect(jobSummary(model(runs), 100)).toBe('');
});

for (const [number, text] of HOSTILE.entries()) {
  test(`hostile text ${number + 1} is inert in annotations and in Markdown`, () => {
    const hostile = model([
      run(hostileReport(text), { title: text, location: text, project: text, error: text }),
      run(hostileReport(text), { title: text, location: text, project: 'other' }),
    ]);
    for (const line of annotate(hostile, at)) {
      expect(line).toMatch(/^::error file=[^:,]*,line=\d+,title=[^:,]*::/);
      expect(line).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u2028\u202A-\u202E\u2066-\u2069]|##\[/);
    }
    expect(markdownCode(text)).toMatch(/^<code>(?:[\p{L}\p{N} …]|&#\d+;)*<\/code>$/u);
    const inert = jobSummary(hostile).replace(/<code>(?:[\p{L}\p{N} …]|&#\d+;)*<\/code>/gu, 'TEXT');
    expect(inert).toMatch(/^[A-Za-z0-9 #|.\-\n→,>]*$/);
  });
}
