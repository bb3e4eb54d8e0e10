import type { RunDetail, RunEntry } from '../model/types.js';
import { h, plural, type Child } from './dom.js';
import { attemptList, moreAttempts, networkFact } from './network-facts.js';

/** Why the run broke, or the test failed though nothing differs. */
export function failureBox({ failure, stderrTail }: RunDetail, run: RunEntry): HTMLElement | undefined {
  const error = failure?.message ?? (run.status === 'matched' && run.testStatus !== 'passed' ? run.error : undefined);
  if (error === undefined) return undefined;
  const title = failure ? 'Why it failed' : 'Why the test failed';
  return h(
    'section',
    { class: 'failure panel', 'aria-label': title },
    h('h2', {}, title),
    pre(error),
    stderrTail !== '' && failure && h('details', {}, h('summary', {}, 'stderr of the agent'), pre(stderrTail)),
  );
}

/** What holds for the run as a whole: agent, steps, findings, loosenings, stderr. */
export function runFacts(detail: RunDetail, run: RunEntry): HTMLElement {
  return h(
    'section',
    { class: 'runfacts', 'aria-label': 'Run' },
    facts(detail, run),
    block(
      'Steps',
      detail.steps.length > 0 &&
        h(
          'ol',
          { class: 'steplist' },
          ...detail.steps
            .slice(0, 300)
            .map((step) =>
              h(
                'li',
                {},
                h('span', { class: 'ord' }, `input.jsonl:${step.line}`),
                h('code', {}, step.op),
                h('span', { class: 'why' }, step.note),
              ),
            ),
        ),
      detail.steps.length > 300 && `${detail.steps.length - 300} more steps are not listed.`,
    ),
    block(
      'Findings',
      detail.findings.length > 0 &&
        h(
          'ul',
          { class: 'findings' },
          ...detail.findings
            .slice(0, 300)
            .map((finding) =>
              h(
                'li',
                { class: finding.severity },
                h('b', {}, finding.severity),
                h('code', {}, finding.rule),
                h('span', {}, finding.message),
                finding.frame !== undefined && h('span', { class: 'why' }, `frame ${finding.frame}`),
                finding.allowed && h('span', { class: 'tag' }, 'allowed'),
              ),
            ),
        ),
      detail.findings.length > 300 && `${detail.findings.length - 300} more findings are not listed.`,
    ),
    detail.network && block('Attempts to reach the network', attemptList(detail.network), moreAttempts(detail.network)),
    block(
      'Loosenings',
      detail.loosenings.length > 0 &&
        h('ul', { class: 'quietlist' }, ...detail.loosenings.map((one) => h('li', {}, h('code', {}, one.what), ' ', one.reason))),
    ),
    block(
      'Files written',
      detail.written.length > 0 && h('ul', { class: 'quietlist' }, ...detail.written.map((file) => h('li', {}, h('code', {}, file)))),
    ),
    h(
      'section',
      {},
      h('h2', {}, 'Stderr of the agent, last lines'),
      detail.stderrTail === '' ? h('p', { class: 'quietline' }, 'Nothing was written.') : pre(detail.stderrTail),
    ),
    run.error !== undefined && h('section', {}, h('h2', {}, 'Error of the test'), pre(run.error)),
  );
}

function facts(detail: RunDetail, run: RunEntry): HTMLElement {
  const { agent, outcome, provenance } = detail;
  const rows: [string, Child][] = [
    ['agent', [agent.profile, agent.version].filter(Boolean).join(' ')],
    ['command', h('code', {}, agent.command.join(' '))],
    ['Node of the agent', agent.node],
    ['run mode', detail.runMode === 'replay' ? 'replay: read-only' : detail.runMode],
    ['seam', detail.seam],
    ['network', detail.network && networkFact(detail.network)],
    ['compare mode', [detail.compare.mode, detail.compare.reason].filter(Boolean).join(': ')],
    [
      'header class',
      detail.headerClass && [detail.headerClass, detail.pinnedBy && `pinned by ${detail.pinnedBy}`].filter(Boolean).join(', '),
    ],
    [
      'provenance',
      provenance &&
        [provenance.kind, provenance.recordedAt, provenance.model, provenance.agent, provenance.tool, provenance.reason]
          .filter(Boolean)
          .join(' · '),
    ],
    [
      'outcome',
      outcome && `${outcome.signal === null ? `exit ${outcome.exitCode}` : `signal ${outcome.signal}`} after ${outcome.shutdown}`,
    ],
    ['stop reasons', outcome && outcome.stopReasons.join(', ')],
    ['directory', h('code', {}, detail.directory)],
    ['test', h('code', {}, run.location)],
    ['test title', run.title],
    ['result', `${run.testStatus}, ${run.label}`],
  ];
  return h(
    'dl',
    { class: 'factlist' },
    ...rows.filter(([, value]) => value !== undefined && value !== '').flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  );
}

function block(title: string, content: Child, more?: Child): HTMLElement | undefined {
  if (!content) return undefined;
  return h('section', {}, h('h2', {}, title), content, more ? h('p', { class: 'quietline' }, more) : undefined);
}

/** Long texts are cut where the page would hang: what is left out is said. */
function pre(text: string): HTMLElement {
  const most = 20_000;
  const shown = text.length > most ? text.slice(-most) : text;
  return h(
    'div',
    {},
    text.length > most && h('p', { class: 'quietline' }, `The first ${plural(text.length - most, 'character')} are not shown.`),
    h('pre', { tabindex: 0 }, shown),
  );
}
