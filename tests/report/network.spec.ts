import { expect, test } from './browser.js';
import { input, report, run } from './samples.js';

test('what an agent tried to reach stands with the run: allowed or not, how, how often and by whom', async ({ open }) => {
  const attempts = [
    { host: 'telemetry.example.com', port: 443, via: 'proxy', by: 'my-agent acp (pid 7)', at: 12, times: 3 },
    { host: 'updates.example.com', via: 'dns', at: 20, times: 1, reason: 'cannot be turned off' },
  ] as const;
  const page = await open(input([run(report('one', { network: { sealed: true, attempts: [...attempts] } }))]), '#one/run');
  const facts = page.locator('.runfacts');
  await expect(facts).toContainText('sealed: loopback of its own, nothing else');
  const rows = facts.getByRole('heading', { name: 'Attempts to reach the network' }).locator('..').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  for (const text of ['not allowed', 'telemetry.example.com:443', 'asked of the proxy, 3 times', 'by my-agent acp (pid 7)'])
    await expect(rows.first()).toContainText(text);
  await expect(rows.last()).toContainText('cannot be turned off');
  await expect(rows.last()).not.toContainText('not allowed');
});

test('a run that was not sealed says what was missed, and why', async ({ open }) => {
  const network = { sealed: false, why: 'only Linux has network namespaces', attempts: [] };
  const page = await open(input([run(report('one', { network }))]), '#one/run');
  await expect(page.locator('.runfacts')).toContainText(
    'not sealed here: direct connections are not seen, because only Linux has network namespaces',
  );
  await expect(page.getByRole('heading', { name: 'Attempts to reach the network' })).toHaveCount(0);
});
