import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { agent, committedProject, git, reviewed } from '../contract/cli/reviewed.js';
import { test as inline } from '../contract/fixtures/inline.js';
import type { InlineProject } from '../contract/fixtures/inline.js';
import { axeSource, expect, test as browser } from './browser.js';

interface Served {
  url: string;
  child: ChildProcess;
  output(): string;
}

const test = mergeTests(inline, browser).extend<{ serve: (project: InlineProject) => Promise<Served> }>({
  serve: async ({}, use) => {
    const children: ChildProcess[] = [];
    await use(async (project) => {
      const cli = join(project.dir, 'node_modules/playwright-acp/dist/cli.js');
      const env = Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(?:CI|GITHUB_.*|TEST_.*|PW_.*|NODE_OPTIONS)$/.test(name)),
      );
      const child = spawn(process.execPath, [cli, 'review', '--ui', '--no-open'], {
        cwd: project.dir,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      let output = '';
      const url = await new Promise<string>((resolve, reject) => {
        const read = (text: string) => {
          output += text;
          const found = /http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\//.exec(output);
          if (found) resolve(found[0]);
        };
        child.stdout.setEncoding('utf8').on('data', read);
        child.stderr.setEncoding('utf8').on('data', read);
        child.once('exit', () => reject(new Error(output)));
      });
      return { url, child, output: () => output };
    });
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  },
});

async function changedProject(make: (files: Record<string, string>) => InlineProject): Promise<InlineProject> {
  const project = await committedProject(make, ['one', 'two']);
  project.write('agent.mjs', agent('new', { exit: 4 }));
  expect((await project.run()).exitCode).toBe(1);
  return project;
}

test('surfaces, scenarios and groups are accepted and rejected on the report’s own page', async ({
  inlineProject,
  serve,
  chromiumBrowser,
}) => {
  const project = await changedProject(inlineProject);
  const { url, child, output } = await serve(project);
  const context = await chromiumBrowser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (sent) => {
    if (!sent.url().startsWith(url)) complaints.push(`request: ${sent.url()}`);
  });
  await page.goto(url);
  const status = page.getByRole('banner').getByRole('status');
  await expect(status).toHaveText('6 to decide · 0 files written');

  // A group: what the agent says changed in both.
  const group = page.getByRole('listitem').filter({ hasText: 'Transcript' }).filter({ hasText: 'new' });
  await group.getByRole('button', { name: 'Accept the group' }).click();
  await expect(group.getByText('2 accepted')).toBeVisible();
  await expect(status).toHaveText('4 to decide · 2 files written');

  // One surface, by its key; another is rejected.
  await page.goto(`${url}#one/workspace`);
  await page.getByRole('button', { name: 'Accept this surface' }).waitFor();
  await page.keyboard.press('a');
  await expect(page.getByRole('group', { name: 'Review this surface' })).toHaveText('accepted');
  await page.goto(`${url}#one/outcome`);
  await page.getByRole('button', { name: 'Reject this surface' }).waitFor();
  const results = await page.evaluate(`${axeSource()}; axe.run(document, { resultTypes: ['violations'] })`);
  const { violations } = results as { violations: { id: string; impact: string }[] };
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  await page.keyboard.press('x');
  await expect(page.getByRole('group', { name: 'Review this surface' })).toContainText('rejected');

  // A scenario.
  await page.goto(`${url}#two`);
  await page.getByRole('button', { name: 'Accept the scenario' }).click();
  await expect(status).toHaveText('Nothing left to decide · 5 files written');
  await page.getByRole('button', { name: 'Finish review' }).click();
  await expect(status).toContainText('Finished: 5 files written or removed');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect(output()).toContain('5 files written or removed.');
  await context.close();
  expect(complaints).toEqual([]);

  expect(git(project, 'diff', '--name-only', '--', 'snapshots').trim().split('\n')).toEqual([
    'snapshots/one/transcript.expected.jsonl',
    'snapshots/one/workspace.expected/note.txt',
    'snapshots/two/outcome.expected.json',
    'snapshots/two/transcript.expected.jsonl',
    'snapshots/two/workspace.expected/note.txt',
  ]);
  expect((await project.run()).exitCode).toBe(1);
  expect(await reviewed(project)).toEqual({ 'outcome:one': 'open' });
});

test('the review answers its own page only', async ({ inlineProject, serve }) => {
  const project = await changedProject(inlineProject);
  const before = project.state('snapshots');
  const { url, child } = await serve(project);
  const { host, origin, pathname, port } = new URL(url);
  const body = JSON.stringify({ action: 'accept', targets: ['transcript:one'] });
  const good = { host, origin, 'content-type': 'application/json' };
  const post = (path: string, headers: Record<string, string | undefined>, text = body, method = 'POST') =>
    send(port, path, method, headers, text);
  const refusals: [string, Promise<number>, number][] = [
    ['another host name', post(`${pathname}decide`, { ...good, host: `localhost:${port}` }), 403],
    ['another origin', post(`${pathname}decide`, { ...good, origin: 'http://evil.example' }), 403],
    ['an opaque origin', post(`${pathname}decide`, { ...good, origin: 'null' }), 403],
    ['no origin', post(`${pathname}decide`, { ...good, origin: undefined }), 403],
    ['a form', post(`${pathname}decide`, { ...good, 'content-type': 'text/plain' }), 415],
    ['no token', post('/decide', good), 404],
    ['another token', post(`/${'a'.repeat(32)}/decide`, good), 404],
    ['the page without token', send(port, '/', 'GET', { host }), 404],
    ['the page for another host', send(port, pathname, 'GET', { host: `evil.example:${port}` }), 403],
    ['a read that writes', send(port, `${pathname}decide`, 'GET', { host }), 405],
    ['a surface that is not there', post(`${pathname}decide`, good, JSON.stringify({ action: 'accept', targets: ['input:one'] })), 400],
    ['an action that is not there', post(`${pathname}decide`, good, JSON.stringify({ action: 'remove', targets: [] })), 400],
    ['no JSON', post(`${pathname}decide`, good, '{'), 400],
    ['too much', post(`${pathname}decide`, good, ' '.repeat(1_100_000)), 413],
  ];
  for (const [what, answer, expected] of refusals) expect(await answer, what).toBe(expected);
  expect(project.state('snapshots')).toEqual(before);

  expect(await post(`${pathname}decide`, good)).toBe(200);
  expect(Object.keys(project.state('snapshots'))).toEqual(Object.keys(before));
  expect(project.state('snapshots')).not.toEqual(before);
  child.kill('SIGINT');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});

function send(port: string, path: string, method: string, headers: Record<string, string | undefined>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const set = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { ...set, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
