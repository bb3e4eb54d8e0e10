import { expect, test } from '@playwright/test';
import { checkProfile } from '../../../fixtures/check-profile.js';
import { createCounts, createFieldNormalizers, normalizeForeignLogs } from '../../../harness/normalize/index.js';
import * as profiles from '../../../harness/profiles/index.js';
import type { AgentProfile } from '../../../harness/schema/index.js';

for (const [name, profile] of Object.entries(profiles)) {
  test(`${name} is a sound profile`, () => expect(checkProfile(profile, name)).toBe(profile.name));
}

/** A request's system prompt as a profile leaves it, twice over. */
function systemAs({ normalizers }: AgentProfile, system: string): string {
  const value = { system };
  createFieldNormalizers(normalizers, 'requests', createCounts())(value);
  const once = value.system;
  createFieldNormalizers(normalizers, 'requests', createCounts())(value);
  expect(value.system, 'normalizing twice changes nothing').toBe(once);
  return once;
}

test('a prompt in a git work tree and one outside of it are one', () => {
  const claude = (git: boolean) =>
    `Be kind.\n - Is a git repository: ${git}\n - OS Version: Linux 6.1\nEnd.${git ? '\n\ngitStatus: main\n?? a' : ''}`;
  expect(systemAs(profiles.claudeAgentAcp, claude(true))).toBe(systemAs(profiles.claudeAgentAcp, claude(false)));
  expect(systemAs(profiles.geminiCli, 'Be kind.\n\n# Git Repository\n\n- It is.')).toBe(systemAs(profiles.geminiCli, 'Be kind.'));
  // Nothing but the section goes: an edit of the prompt's very last character shows.
  expect(systemAs(profiles.claudeAgentAcp, 'Be kind!')).toBe('Be kind!');
  expect(systemAs(profiles.geminiCli, 'Be kind!')).toBe('Be kind!');
});

test('the session of a rollout file stands in its name', () => {
  const id = '01a22e22-d79b-79b3-93ef-ea2db4b255e5';
  const { session } = profiles.codexAcp.sessionLog!;
  expect(session!(`2026/11/30/rollout-2026-11-30T20-26-05-${id}.jsonl`, [])).toBe(id);
  expect(session!('2026/11/30/rollout.jsonl', [])).toBeUndefined();
});

/** The records of a log as a profile leaves them. */
function logAs({ normalizers, sessionLog }: AgentProfile, records: readonly unknown[]): unknown[] {
  const context = { bindings: { cwd: [], home: [], tmp: [] }, counts: createCounts(), normalizers, aside: sessionLog?.aside };
  const [log] = normalizeForeignLogs([{ session: 'a', records }], context);
  expect(normalizeForeignLogs([{ session: 'a', records: log! }], context)[0], 'normalizing twice changes nothing').toEqual(log);
  return log!;
}

test('a log of opencode says the same in a git work tree and outside of one, and what was written where still shows', () => {
  const log = (tree: string, sandbox: string, file = 'report.txt') => {
    const path = (name: string) => `${sandbox}/cwd${name}`;
    return logAs(profiles.opencode, [
      { table: 'session', row: { slug: tree.length > 1 ? 'witty-squid' : 'kind-moon', project_id: tree, path: path('') } },
      { table: 'message', row: { data: { path: { root: tree } } } },
      { table: 'part', row: { data: { time: { start: tree.length }, state: { title: path(`/${file}`), time: { end: tree.length } } } } },
    ]);
  };
  const outside = log('/', 'tmp/a folder/playwright-acp-journey-1f');
  expect(log('/tmp/a work tree', 'playwright-acp-journey-2e')).toEqual(outside);
  expect(log('/', 'tmp/playwright-acp-journey-2e', 'other.txt')).not.toEqual(outside);
  expect(log('/', 'tmp/playwright-acp-journey-2e', 'cwd/report.txt')).not.toEqual(outside);
});

test('the title of a dsh session may come at any time; its text and the order of everything else count', () => {
  const title = (text: string) => ({ type: 'session/title', data: { title: text, source: { kind: 'provider' } } });
  const numbered = (...events: object[]) => events.map((event, seq) => ({ ...event, seq }));
  const [call, end] = [{ type: 'tool/call' }, { type: 'turn/end' }];
  const late = logAs(profiles.dsh, numbered(call, end, title('a')));
  expect(logAs(profiles.dsh, numbered(title('a'), call, end))).toEqual(late);
  expect(logAs(profiles.dsh, numbered(title('b'), call, end))).not.toEqual(late);
  expect(logAs(profiles.dsh, numbered(end, call, title('a')))).not.toEqual(late);
});

test('the reference agent is handed its listener in an overlay', () => {
  const { args, files } = profiles.referenceAgent.session!.listen({ use: 'replay', plan: '/run/plan.json' });
  expect(args).toEqual(['--overlay', '{{run}}/overlay.json']);
  expect(files['overlay.json']).toContain('/run/plan.json');
});
