import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { checkFrames, RULES, type RuleName } from '../../../harness/conformance/index.js';
import { programPath } from '../../faulty-agents/booted.js';
import { converse, say, SETUP, type Step } from './converse.js';

const names = Object.keys(RULES) as RuleName[];
const initialize = (clientCapabilities: object): Step => ({ request: 'initialize', params: { protocolVersion: 1, clientCapabilities } });
const PROMPT: Step = { request: 'session/prompt', params: say('go') };
const WAIT: Step = { open: 'session/prompt', params: say('wait') };
const session = (request: string, params: object = {}): Step => ({ request, params: { sessionId: 's', ...params } });

/** Conversations that show a breach which a plain prompt does not. */
const CONVERSATIONS: Partial<Record<RuleName, Step[]>> = {
  'unanswered-request': [...SETUP, { open: 'session/set_mode', params: { sessionId: 's', modeId: 'auto' } }, PROMPT],
  'client-schema': [...SETUP, session('session/set_mode', { modeId: 7 }), PROMPT],
  'closed-session': [...SETUP, PROMPT, session('session/close')],
  'close-open-turn': [...SETUP, WAIT, session('session/close')],
  'update-outside-turn': [...SETUP, session('session/set_mode', { modeId: 'auto' })],
  'cancel-outcome': [...SETUP, WAIT, { notify: 'session/cancel', params: { sessionId: 's' } }],
  'load-replay-late': [SETUP[0]!, session('session/load', { cwd: '/w', mcpServers: [] })],
  'resume-replay': [SETUP[0]!, session('session/resume', { cwd: '/w', mcpServers: [] })],
  'advertised-not-served': [...SETUP, { request: 'session/list' }],
  'config-options-incomplete': [...SETUP, session('session/set_config_option', { configId: 'model', value: 'big' })],
  'unknown-terminal': [initialize({ terminal: true }), SETUP[1]!, PROMPT],
  'terminal-not-released': [initialize({ terminal: true }), SETUP[1]!, PROMPT],
  'line-number': [initialize({ fs: { readTextFile: true } }), SETUP[1]!, PROMPT],
};

test.describe.configure({ mode: 'parallel' });

for (const rule of names)
  test(`${rule} (${RULES[rule].tier}): ${RULES[rule].asks}`, async () => {
    const steps = CONVERSATIONS[rule] ?? [...SETUP, PROMPT];
    const found = await checkFrames(await converse('breaks-rule', [rule], steps));
    const others = found.filter((finding) => finding.rule !== rule);
    expect(others, 'findings of other rules').toEqual([]);
    const own = found.filter((finding) => finding.rule === rule);
    expect(own.length, 'findings of this rule').toBeGreaterThan(0);
    for (const { severity } of own) expect(severity).toBe(RULES[rule].tier === 'advisory' ? 'warning' : 'error');
    // The same conversation with the sound agent shows none: it is the agent that breaks the rule.
    if (rule === 'client-schema') return;
    expect(await checkFrames(await converse('breaks-rule', [], steps)), 'of the sound agent').toEqual([]);
  });

test('every rule has an agent that breaks it, and the README tells both counts and every rule', async () => {
  const agents = execFileSync(process.execPath, [programPath('breaks-rule'), '--list'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const tiers = Object.values(RULES).reduce<Record<string, number>>((sum, { tier }) => ({ ...sum, [tier]: (sum[tier] ?? 0) + 1 }), {});
  console.log(
    `conformance: ${names.length} rules (${Object.entries(tiers)
      .map(([tier, count]) => `${count} ${tier}`)
      .join(', ')}), ${agents.length} faulty agents`,
  );
  expect(agents.toSorted()).toEqual(names.toSorted());
  const readme = await readFile(new URL('../../../harness/conformance/README.md', import.meta.url), 'utf8');
  const table = names.map((rule) => `| \`${rule}\` | ${RULES[rule].tier} | ${RULES[rule].asks} |`).join('\n');
  expect(readme, 'the table of rules in harness/conformance/README.md').toContain(table);
});
