import { execFileSync } from 'node:child_process';
import type { InlineProject } from '../fixtures/inline.js';
import { configSource, inputSource, projectFiles } from '../fixtures/projects.js';

/** An agent with three surfaces to change: what it says, the file it leaves, and how it ends. */
export function agent(word: string, { file = word, exit = 0 } = {}): string {
  return `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let cwd;
const lines = createInterface({ input: process.stdin });
lines.on('close', () => { process.exitCode = ${exit}; });
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } });
  else if (method === 'session/new') { cwd = params.cwd; send({ id, result: { sessionId: 'session-' + process.pid } }); }
  else if (method === 'session/prompt') {
    const text = params.prompt.map((block) => block.text ?? '').join('');
    if (text === 'crash') process.exit(3);
    writeFileSync(join(cwd, 'note.txt'), ${JSON.stringify(file)} + '\\n');
    send({ method: 'session/update', params: { sessionId: params.sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: ${JSON.stringify(word)} } } } });
    send({ id, result: { stopReason: 'end_turn' } });
  } else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
});
`;
}

const SURFACES = ['transcript', 'workspace', 'outcome'];

/** A project under git whose scenarios are written by the first agent and committed. */
export async function committedProject(
  make: (files: Record<string, string>) => InlineProject,
  names: readonly string[],
  prompt = 'hello',
): Promise<InlineProject> {
  const project = make(
    projectFiles(names, {
      '.gitignore': 'node_modules\ntest-results\nplaywright-acp-report\n*.zip\n',
      'agent.mjs': agent('old'),
      'playwright.config.ts': configSource("reporter: [['line'], ['playwright-acp/reporter', { open: 'never' }]],"),
      ...Object.fromEntries(names.map((name) => [`snapshots/${name}/input.jsonl`, inputSource(name, prompt, SURFACES)])),
    }),
  );
  const { exitCode, output } = await project.run(['--update-snapshots']);
  if (exitCode !== 0) throw new Error(output);
  git(project, 'init', '-q');
  git(project, 'add', '.');
  git(project, '-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'first');
  return project;
}

export function git(project: InlineProject, ...args: string[]): string {
  return execFileSync('git', args, { cwd: project.dir, encoding: 'utf8' });
}

/** Surfaces of the last run that need a look, by target, with what can be done about them. */
export async function reviewed(project: InlineProject, place: readonly string[] = []): Promise<Record<string, string>> {
  const { output } = await project.cli(['review', ...place, '--list', '--json']);
  const { items } = JSON.parse(output) as { items: { target: string; state: string; reason?: string }[] };
  return Object.fromEntries(items.map(({ target, state, reason }) => [target, reason ? `${state}: ${reason}` : state]));
}
