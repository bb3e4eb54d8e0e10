import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from './installed.js';

const { version, exports } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
  exports: Record<string, unknown>;
};

test('the tarball holds what users need and nothing of ours', ({ installed }) => {
  const files = readdirSync(join(installed.dir, 'node_modules/playwright-acp'), { recursive: true, encoding: 'utf8' });
  for (const needed of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/cli.js', 'dist/agent/main.js', 'dist/index.js'])
    expect(files).toContain(needed);
  expect(files.filter((name) => /(^|[/\\])(tests|tools|harness[/\\]agent)([/\\]|$)|\.map$|\.tsbuildinfo$|agent-build/.test(name))).toEqual(
    [],
  );
});

for (const subpath of Object.keys(exports).filter((name) => name.startsWith('.') && !name.endsWith('.json'))) {
  test(`the export ${subpath} loads, by import and by require`, async ({ installed }) => {
    const specifier = `playwright-acp${subpath.slice(1)}`;
    const imported = await installed.run(process.execPath, [
      '--input-type=module',
      '-e',
      `console.log(Object.keys(await import('${specifier}')).length > 0)`,
    ]);
    expect(imported.output).toContain('true');
    const required = await installed.run(process.execPath, [
      '--input-type=commonjs',
      '-e',
      `console.log(Object.keys(require('${specifier}')).length > 0)`,
    ]);
    expect(required.output).toContain('true');
  });
}

test('the published schemas load by their names', async ({ installed }) => {
  const names = readdirSync(join(installed.dir, 'node_modules/playwright-acp/dist/schemas'));
  expect(names).toContain('input.json');
  const script = `console.log(${JSON.stringify(names)}.every((name) => require('playwright-acp/schemas/' + name).$schema))`;
  expect((await installed.run(process.execPath, ['--input-type=commonjs', '-e', script])).output).toBe('true\n');
});

test('the command says its version', async ({ installed }) => {
  const said = await installed.run(process.execPath, ['node_modules/playwright-acp/dist/cli.js', '--version']);
  expect(said).toEqual({ code: 0, output: `${version}\n` });
});

test('the reference agent answers initialize from the installed package', async ({ installed }) => {
  const handshake = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } });
  const script = `
    import { spawn } from 'node:child_process';
    const agent = spawn(process.execPath, ['node_modules/playwright-acp/dist/agent/main.js'], { stdio: ['pipe', 'inherit', 'inherit'] });
    agent.stdin.end(${JSON.stringify(`${handshake}\n`)});
    agent.once('exit', (code) => (process.exitCode = code));`;
  const { code, output } = await installed.run(process.execPath, ['--input-type=module', '-e', script]);
  expect(JSON.parse(output)).toMatchObject({ id: 0, result: { protocolVersion: 1, agentInfo: { name: 'reference-agent' } } });
  expect(code).toBe(0);
});
