import { expect, test } from '../fixtures/inline.js';
import { agent, committedProject, git, reviewed } from './reviewed.js';

test('one accepted surface of three is one file in git, green in the next run; the others stay red', async ({ inlineProject }) => {
  const project = await committedProject(inlineProject, ['greeting']);
  project.write('agent.mjs', agent('new', { exit: 4 }));
  expect((await project.run()).exitCode).toBe(1);
  expect(await reviewed(project)).toEqual({ 'transcript:greeting': 'open', 'workspace:greeting': 'open', 'outcome:greeting': 'open' });

  const accepted = await project.cli(['review', '--accept', 'transcript:greeting']);
  expect(accepted.output).toBe('written  snapshots/greeting/transcript.expected.jsonl\n1 surface accepted.\n');
  expect(accepted.exitCode).toBe(0);
  expect(git(project, 'diff', '--stat', '--', 'snapshots')).toMatch(
    /^ snapshots\/greeting\/transcript\.expected\.jsonl \| 2 \+-\n 1 file changed, 1 insertion\(\+\), 1 deletion\(-\)\n$/,
  );
  expect(await reviewed(project)).toMatchObject({ 'transcript:greeting': 'accepted', 'outcome:greeting': 'open' });

  expect((await project.run()).exitCode).toBe(1);
  expect(await reviewed(project)).toEqual({ 'workspace:greeting': 'open', 'outcome:greeting': 'open' });

  // A whole scenario but one surface of it, then the rest: green.
  const some = await project.cli(['review', '--accept', 'greeting', '--reject', 'outcome:greeting']);
  expect(some.output).toContain('written  snapshots/greeting/workspace.expected/note.txt\n1 surface accepted, 1 rejected.');
  expect(git(project, 'diff', '--name-only', '--', 'snapshots/greeting/outcome.expected.json')).toBe('');
  expect((await project.cli(['review', '--accept', 'all'])).exitCode).toBe(0);
  expect((await project.run()).exitCode).toBe(0);
  expect(await reviewed(project)).toEqual({});
});

test('a group accepts the same change everywhere, and no surface that holds another change too', async ({ inlineProject }) => {
  const project = await committedProject(inlineProject, ['one', 'two', 'three']);
  project.write('agent.mjs', agent('new', { file: 'old' }));
  const transcript = project.read('snapshots/three/transcript.expected.jsonl');
  project.write('snapshots/three/transcript.expected.jsonl', transcript.replace('end_turn', 'max_tokens'));
  expect((await project.run()).exitCode).toBe(1);

  const { output } = await project.cli(['review', '--list']);
  expect(output).toContain('3 surfaces need a look, 3 can be accepted.');
  expect(output).toMatch(/group:1 {3}transcript: .*\(value\), 3 surfaces, 2 of them with no other change/);
  const accepted = await project.cli(['review', '--accept', 'group:1']);
  expect(accepted.output).toContain('2 surfaces accepted.');
  expect(accepted.output).toContain('Not accepted by the group, because they hold other changes too:\n  transcript:three');
  expect(git(project, 'diff', '--name-only', '--', 'snapshots/one', 'snapshots/two').trim().split('\n')).toEqual([
    'snapshots/one/transcript.expected.jsonl',
    'snapshots/two/transcript.expected.jsonl',
  ]);
  expect(project.read('snapshots/three/transcript.expected.jsonl')).toContain('max_tokens');
  // Both groups together say all of it.
  expect((await project.cli(['review', '--accept', 'group:1', '--accept', 'group:2'])).exitCode).toBe(0);
  expect((await project.run()).exitCode).toBe(0);
});

test('nothing is written where the expected file moved on, in CI, or for what is not in the report', async ({ inlineProject }) => {
  const project = await committedProject(inlineProject, ['greeting']);
  project.write('agent.mjs', agent('new', { file: 'old' }));
  expect((await project.run()).exitCode).toBe(1);
  const before = project.state('snapshots');

  const inCi = await project.cli(['review', '--accept', 'all'], { CI: '1' });
  expect(inCi.output).toContain('ACP_REVIEW_IN_CI');
  expect(inCi.exitCode).toBe(1);
  expect((await project.cli(['review', '--list'], { CI: '1' })).exitCode).toBe(0);
  for (const [target, text] of [
    ['transcript:greetin', 'did you mean "transcript:greeting"?'],
    ['group:99', 'ACP_REVIEW_TARGET'],
    ['input:greeting', 'ACP_REVIEW_TARGET'],
  ] as const) {
    const refused = await project.cli(['review', '--accept', target]);
    expect(refused.output).toContain(text);
    expect(refused.exitCode).toBe(2);
  }
  const asking = await project.cli(['review']);
  expect(asking.output).toContain('ACP_REVIEW_NO_TERMINAL');
  expect(asking.exitCode).toBe(2);
  expect(project.state('snapshots')).toEqual(before);

  project.write(
    'snapshots/greeting/transcript.expected.jsonl',
    project.read('snapshots/greeting/transcript.expected.jsonl').replace('old', 'odd'),
  );
  const moved = project.state('snapshots');
  const stale = await project.cli(['review', '--accept', 'transcript:greeting']);
  expect(stale.output).toContain('not offered: stale: the expected file here is not the one the report compared with');
  expect(stale.exitCode).toBe(1);
  expect(project.state('snapshots')).toEqual(moved);
});

test('a run that crashed is never accepted', async ({ inlineProject }) => {
  const project = await committedProject(inlineProject, ['greeting']);
  project.write('agent.mjs', agent('new').replace("text === 'crash'", 'true'));
  expect((await project.run()).exitCode).toBe(1);
  const before = project.state('snapshots');
  const refused = await project.cli(['review', '--accept', 'all']);
  expect(refused.output).toContain('0 surfaces accepted.');
  expect(refused.output).toContain('never accepted: ACP_');
  expect(refused.exitCode).toBe(1);
  expect(project.state('snapshots')).toEqual(before);
});
