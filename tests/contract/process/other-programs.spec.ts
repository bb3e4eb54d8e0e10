import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { allowedEnvironment, bootAgent } from '../../../harness/process/index.js';
import { expect, programPath, test } from '../../faulty-agents/booted.js';

test('boots and drives a program that is no agent: argv, lines, exit code', async ({ sandbox }) => {
  const chunks: Uint8Array[] = [];
  let ended = 0;
  const program = await bootAgent({
    command: [process.execPath, programPath('line-tool'), '--upper'],
    cwd: sandbox.cwd,
    environment: allowedEnvironment(process.env, sandbox),
    onStdout: (chunk) => chunks.push(chunk),
    onStdoutEnd: () => ended++,
  });
  expect(await program.write('hello\nwörld\n')).toBe(true);
  await expect.poll(() => Buffer.concat(chunks).toString()).toBe('ok HELLO\nok WÖRLD\n');
  await program.write('quit 7\n');
  expect(await program.exited).toEqual({ exitCode: 7, signal: null });
  await program.drained;
  expect(ended).toBe(1);
  expect(await program.shutdown()).toMatchObject({ shutdown: 'exited-early', exitCode: 7 });
  expect(await program.write('too late\n')).toBe(false);
});

test('the child sees the given environment and directory, and none of the caller', async ({ sandbox }) => {
  const chunks: Uint8Array[] = [];
  process.env['PLANTED_API_KEY'] = 'planted-value';
  const program = await bootAgent({
    command: [
      process.execPath,
      '-e',
      'console.log(JSON.stringify({ env: process.env, cwd: process.cwd() })); console.error("to the file")',
    ],
    cwd: sandbox.cwd,
    environment: { ...allowedEnvironment(process.env, sandbox), GIVEN: '1' },
    onStdout: (chunk) => chunks.push(chunk),
    stderrFile: path.join(sandbox.run, 'stderr.txt'),
  });
  await program.exited;
  await program.shutdown();
  delete process.env['PLANTED_API_KEY'];
  const seen = JSON.parse(Buffer.concat(chunks).toString()) as { env: Record<string, string>; cwd: string };
  expect(seen.cwd).toBe(sandbox.cwd);
  expect(seen.env).toMatchObject({ HOME: sandbox.home, TMPDIR: sandbox.tmp, TZ: 'UTC', GIVEN: '1' });
  expect(JSON.stringify(seen.env)).not.toContain('planted-value');
  expect(program.stderrTail()).toBe('to the file\n');
  await expect.poll(() => readFile(path.join(sandbox.run, 'stderr.txt'), 'utf8')).toBe('to the file\n');
});
