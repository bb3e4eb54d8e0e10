import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Session logs of another real agent, laid beside the project; not part of it. */
export const RECORDINGS = resolve(import.meta.dirname, '../../../shared/recordings/sessions');

interface ForeignStep {
  op: string;
  text?: string;
}

export const recordingNames = async (): Promise<string[]> => (existsSync(RECORDINGS) ? (await readdir(RECORDINGS)).sort() : []);

/** One client action of the foreign input as ours. Its agent ran without asking; ours does so in mode `auto`. */
function translate({ op, text }: ForeignStep, prefix: object | undefined): object[] {
  switch (op) {
    case 'initialize':
      return [{ op: 'initialize' }];
    case 'newSession':
      return [{ op: 'new_session' }, { op: 'set_mode', mode: 'auto' }];
    case 'prompt':
      return [{ op: 'prompt', text }];
    case 'promptExpectError':
      return [{ op: 'expect_error', request: { op: 'prompt', text }, code: -32603 }];
    case 'promptAndCancel':
      return [
        { op: 'prompt', text, wait: false },
        // Behind the recorded prefix where the log has one, else as soon as the model was called.
        { op: 'cancel', when: prefix ? { log: prefix } : { call: 1 } },
      ];
    case 'waitForTurnEnd':
      return [{ op: 'wait_for', response: true }];
    default:
      throw new Error(`the recording's input has an op that is not translated: ${op}`);
  }
}

/** Lays a foreign recording out as a scenario directory of ours. */
export async function toScenarioDirectory(name: string, folder: string, withOverride = true): Promise<string> {
  const source = join(RECORDINGS, name);
  const target = join(folder, name);
  await mkdir(target, { recursive: true });
  const { steps } = JSON.parse(await readFile(join(source, 'input.json'), 'utf8')) as { steps: ForeignStep[] };
  const override = withOverride && existsSync(join(source, 'replay.override.json'));
  const log = (await readFile(join(source, 'session.jsonl'), 'utf8')).split('\n').filter(Boolean);
  const last = log.map((line) => JSON.parse(line) as { type: string; data: object }).findLast(({ type }) => type === 'assistant/chunk');
  const prefix = override ? undefined : last && { type: last.type, data: last.data };
  const header = {
    type: 'fixture',
    fixture: 'input',
    schema: 1,
    scenario: name,
    description: 'A session of another agent.',
    agent: 'reference',
    seam: 'session',
    ...(override && { overridden: { reason: 'overridden where it was recorded' } }),
  };
  const lines = [header, ...steps.flatMap((step) => translate(step, prefix))].map((record) => JSON.stringify(record));
  await writeFile(join(target, 'input.jsonl'), `${lines.join('\n')}\n`);
  for (const file of await readdir(source)) {
    if (/^session(\.\d+)?\.jsonl$/.test(file) || (override && file === 'replay.override.json') || file === 'workspace')
      await cp(join(source, file), join(target, file), { recursive: true });
  }
  return target;
}
