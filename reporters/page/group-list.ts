import { SURFACE_TITLES } from '../../harness/schema/surface-names.js';
import { groupCommands } from '../model/commands.js';
import { formatRoute } from '../model/route.js';
import type { ChangeGroup, ReportIndex } from '../model/types.js';
import { copyButton } from './copy.js';
import { h, plural } from './dom.js';
import { groupReview } from './review.js';
import { wordMarks } from './rows.js';

const FIRST_GROUPS = 5;

/** Equal changes of several scenarios, each once. */
export function groupList(index: ReportIndex): HTMLElement | undefined {
  const { groups, moreGroups } = index;
  if (groups.length === 0) return undefined;
  const first = firstGroups(groups);
  const others = groups.filter((group) => !first.includes(group));
  const list = h('ul', { class: 'groups panel' }, ...first.map((group) => groupItem(group, index)));
  const left = others.length;
  const more = h(
    'button',
    {
      type: 'button',
      class: 'bare',
      onclick: () => (list.append(...others.map((group) => groupItem(group, index))), more.remove()),
    },
    `Show ${left} more`,
  );
  return h(
    'section',
    { 'aria-labelledby': 'groups-title' },
    h('h2', { id: 'groups-title' }, groups.some(({ scenarios }) => scenarios.length > 1) ? 'Same change, read once' : 'What changed'),
    list,
    left > 0 && more,
    moreGroups > 0 && h('p', { class: 'quietline' }, `${moreGroups.toLocaleString('en')} further kinds of change are not listed.`),
  );
}

/** What several scenarios share; of one alone the first change, since its page shows the others. */
function firstGroups(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const told = new Set<string>();
  const first = groups.filter(({ scenarios }) => {
    const isNews = scenarios.length > 1 || !told.has(scenarios[0]!.id);
    for (const { id } of scenarios) told.add(id);
    return isNews;
  });
  return first.slice(0, FIRST_GROUPS);
}

function groupItem(group: ChangeGroup, index: ReportIndex): HTMLLIElement {
  const { scenarios, label, path, surface, kind, expected, actual } = group;
  const [old, fresh] = expected !== undefined && actual !== undefined ? wordMarks(expected, actual) : [[expected], [actual]];
  const links = scenarios
    .slice(0, 6)
    .map((scenario) => h('a', { href: formatRoute({ scenario: scenario.id, surface, record: String(scenario.record) }) }, scenario.name));
  return h(
    'li',
    { class: 'group' },
    h('span', { class: 'n', title: plural(scenarios.length, 'scenario') }, scenarios.length),
    h(
      'div',
      { class: 'groupbody' },
      h(
        'div',
        { class: 'groupline' },
        h('b', {}, SURFACE_TITLES[surface]),
        h('span', {}, label),
        path && h('code', { class: 'path' }, path),
        h('span', { class: 'why' }, kind),
        h(
          'span',
          { class: 'grouplinks' },
          ...links,
          scenarios.length > links.length && h('span', { class: 'why' }, `and ${scenarios.length - links.length} more`),
        ),
      ),
      (expected !== undefined || actual !== undefined) &&
        h(
          'div',
          { class: 'groupdiff' },
          expected !== undefined && h('del', { class: 'del' }, ...old),
          expected !== undefined && actual !== undefined && h('span', { class: 'arrow' }, '→'),
          actual !== undefined && h('ins', { class: 'ins' }, ...fresh),
        ),
    ),
    groupReview(group) ?? acceptButton(group, index),
  );
}

/** Nothing is offered for what no command can accept: a run that broke or drifted, or that shows what may not be expected. */
function acceptButton(group: ChangeGroup, { scenarios, ci }: ReportIndex): HTMLElement | undefined {
  const { commands, left } = groupCommands(group, scenarios);
  if (commands.length === 0) return undefined;
  const some = left > 0 ? ` for ${group.scenarios.length - left} of ${group.scenarios.length}` : '';
  return copyButton(`${ci ? 'Copy command to run locally' : 'Copy refresh command'}${some}`, () => commands.join('\n'));
}
