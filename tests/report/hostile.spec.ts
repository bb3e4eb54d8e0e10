import type { RunReport } from '../../harness/schema/index.js';
import { expect, test } from './browser.js';
import { compared, input, jsonl, report, run } from './samples.js';

/** Texts that become markup, code or addresses where a page is careless. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '</style><style>*{display:none}</style>',
  '<a href="javascript:alert(3)">x</a>',
  '@@ -1,1 +1,1 @@ <svg onload=alert(4)>',
  'diff --git a/x b/x\n--- a/<b>\n+++ b/<i>',
  '"><iframe srcdoc="<script>alert(5)</script>">',
  '--><!-- ]]> &lt;b&gt; &amp;amp; \u202Ereversed\u202C \u0000 \u2028',
  '${alert(6)} {{constructor.constructor("alert(7)")()}} __proto__',
];

function hostileReport(text: string): RunReport {
  const records = (suffix: string) =>
    jsonl([
      { type: text, data: { [text]: `${text}${suffix}`, id: text } },
      { from: 'client', frame: { method: text } },
    ]);
  return report(text, {
    description: text,
    directory: text,
    compare: { mode: text, reason: text },
    agent: { profile: text, command: [text, text], version: text, node: text },
    provenance: { kind: 'recorded', recordedAt: text, model: text, tool: text, agent: text },
    headerClass: text,
    pinnedBy: text,
    failure: { code: text, message: text },
    outcome: { exitCode: null, signal: text, shutdown: text, stopReasons: [text] },
    surfaces: [
      compared(
        'session-log',
        { 'session.expected.jsonl': [records(''), records(' changed')] },
        { note: text, normalized: [{ name: text, reason: text, count: 3 }], notCompared: [text] },
      ),
      compared('workspace', { [`workspace.expected/${text}`]: [`${text}\nold ${text}\n`, `${text}\nnew ${text}\n`] }),
    ],
    findings: [{ rule: text, severity: 'error', message: text, frame: 3, allowed: true }],
    steps: [{ op: text, line: 2, note: text }],
    timeline: [{ track: 'tools', label: text, start: 1, end: 5 }],
    stderrTail: text,
    loosenings: [{ what: text, reason: text }],
    written: [text],
  });
}

for (const [index, text] of HOSTILE.entries()) {
  test(`hostile text ${index + 1} stays a text everywhere`, async ({ open }) => {
    const one = input([run(hostileReport(text), { title: text, location: text, project: text, error: text }), run(report('plain'))], {
      notes: [text],
    });
    one.metadata!.findings.push({ guard: text, place: text, problem: text, fix: text });
    const page = await open(one);
    const shown = text.replace(/[\n\u0000]/g, '').slice(0, 18);
    await expect(page.locator('main')).toContainText(shown);
    await page.locator('.grid tbody th a').filter({ hasText: shown }).first().click();
    await expect(page.locator('.scenario h1')).toBeVisible();
    for (const view of ['1', '2', '3', '4']) {
      await page.keyboard.press(view);
      await expect(page.locator('.diff')).toContainText(shown);
    }
    await page.locator('.tab').filter({ hasText: 'Workspace' }).click();
    await expect(page.locator('.diff mark').first()).toBeVisible();
    await page.locator('.tab').filter({ hasText: 'Run' }).click();
    await expect(page.locator('.runfacts')).toContainText(shown);
    await page.getByText('Timeline as a list').click();
    const planted = page.locator('main').locator('img, script, iframe, style, [onerror], [onload], [style], a[href^="javascript"]');
    await expect(planted).toHaveCount(0);
  });
}

test('the policy allows no inline style or code beyond the page’s own, and no network', async ({ open }) => {
  const page = await open(input([run(report('one'))]));
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|http/);
  await expect(page.locator('[style]')).toHaveCount(0);
});
