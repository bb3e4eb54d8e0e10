import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { agentSource, inputSource } from '../fixtures/projects.js';
import type { InlineProject } from '../fixtures/inline.js';

export const OURS = '--reporter=playwright-acp/reporter';
/** What a nested run must not inherit. */
const STEERING = /^(?:CI|GITHUB_.*|PLAYWRIGHT_.*|PW_.*|TEST_.*|NODE_OPTIONS|NODE_V8_COVERAGE)$/;

const cliFile = fileURLToPath(new URL('../../../node_modules/@playwright/test/cli.js', import.meta.url));

/** The tiny agent, which greets a prompt that begins with `change` in its own way. */
export function changedAgent(word: string): string {
  return agentSource('hello').replace(`"hello" + ' '`, `(text.startsWith('change') ? ${JSON.stringify(word)} : 'hello') + ' '`);
}

/** Scenarios by name and prompt. */
export function scenarios(prompts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(prompts).map(([name, prompt]) => [`snapshots/${name}/input.jsonl`, inputSource(name, prompt)]));
}

/** Writes the expected files, then puts the changed agent in place. */
export async function recordThenChange(project: InlineProject, word = 'bye'): Promise<void> {
  const { exitCode, output } = await project.run(['--update-snapshots=missing', '--reporter=line']);
  if (exitCode !== 0) throw new Error(output);
  project.write('agent.mjs', changedAgent(word));
}

/** `npx playwright …args` in a folder, raw output. */
export async function playwright(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !STEERING.test(name)));
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cliFile, ...args], { cwd, env: { ...inherited, ...env } });
    return { code: 0, output: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}${stderr}` };
  }
}
