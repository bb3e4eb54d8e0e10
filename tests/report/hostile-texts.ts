import type { RunReport } from '../../harness/schema/index.js';
import { compared, jsonl, report } from './samples.js';

/** Texts that become markup, code, addresses, colours or commands where a reader is careless. */
export const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '</style><style>*{display:none}</style>',
  '<a href="javascript:alert(3)">x</a>',
  '@@ -1,1 +1,1 @@ <svg onload=alert(4)>',
  'diff --git a/x b/x\n--- a/<b>\n+++ b/<i>',
  '"><iframe srcdoc="<script>alert(5)</script>">',
  '--><!-- ]]> &lt;b&gt; &amp;amp; \u202Ereversed\u202C \u0000 \u2028',
  '${alert(6)} {{constructor.constructor("alert(7)")()}} __proto__',
  'javascript:alert(8)//https://example.org',
  '[link](javascript:alert(9)) ![image](http://192.0.2.1/x.png)',
  'data:text/html,<script>alert(10)</script>',
  'red \u001B[31mword\u001B[0m \u001B[2J\u001B[H gone',
  'title \u001B]0;owned\u0007 link \u001B]8;;http://192.0.2.1\u0007here\u001B]8;;\u0007',
  'over\b\b\b\bwritten\u009B31m',
  'bidi \u2066isolated\u2069 \u202Etxt.exe\u202C \u200F',
  '::error file=a.ts,line=1::planted',
  'the first of three lines\n::set-output name=x::planted\n  ::add-mask::x',
  '##[error]planted ##[group]x',
  '%0A::error::planted %25 %0D',
  '| column a | column b |\n|---|---|\n| <b>x</b> | `y` |',
  '``` a fence that ends early\n``` </code></pre><script>alert(11)</script>',
  '@everyone #1 owner/name#2 https://example.org www.example.org',
  '# heading of the page\n> quote\n- [ ] task\n***',
  '<details open ontoggle=alert(12)><summary>x</summary>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(13)>',
  '<base href="http://192.0.2.1/"><link rel=stylesheet href=//192.0.2.1>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(14)">',
  '<form action=//192.0.2.1><input autofocus onfocus=alert(15)>',
  '../../../../etc/passwd\\..\\..\\x <template><script>alert(16)</script>',
  '\uFEFFmark \uD800 lone surrogate \u0085 next \u2029 line',
];

/** A run that holds the text wherever a run can hold one. */
export function hostileReport(text: string): RunReport {
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
    network: {
      sealed: false,
      why: text,
      attempts: [
        { host: text, port: 443, via: 'proxy', by: text, at: 1, times: 2 },
        { host: text, via: 'dns', at: 2, times: 1, reason: text },
      ],
    },
    steps: [{ op: text, line: 2, note: text }],
    timeline: [{ track: 'tools', label: text, start: 1, end: 5 }],
    stderrTail: text,
    loosenings: [{ what: text, reason: text }],
    written: [text],
  });
}
