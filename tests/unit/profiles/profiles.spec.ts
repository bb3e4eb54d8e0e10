import { expect, test } from '@playwright/test';
import { checkProfile } from '../../../fixtures/check-profile.js';
import { createCounts, createFieldNormalizers } from '../../../harness/normalize/index.js';
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

test('the reference agent is handed its listener in an overlay', () => {
  const { args, files } = profiles.referenceAgent.session!.listen({ use: 'replay', plan: '/run/plan.json' });
  expect(args).toEqual(['--overlay', '{{run}}/overlay.json']);
  expect(files['overlay.json']).toContain('/run/plan.json');
});
