import { printableLine } from '../../errors/printable.js';
import type { Change } from '../../schema/index.js';
import type { ItemGroup, ReviewItem } from './item.js';
import type { ReviewSession, Written } from './session.js';

const MOST_VALUE = 160;

/** Everything that needs a look, as lines for a terminal. No text of a run in them can steer it. */
export function listLines(session: ReviewSession): string[] {
  const { items, groups, manifest } = session;
  const shared = groups.filter(({ items, partly }) => items.length + partly.length > 1);
  return [
    headLine(items),
    ...(shared.length > 0 ? ['', 'Same change, read once'] : []),
    ...shared.flatMap((group) => groupLines(group)),
    ...manifest.scenarios.flatMap((scenario) => {
      const own = items.filter((item) => item.scenario === scenario);
      const blocked = scenario.blocked
        ? [`  nothing of it is offered: ${shown(scenario.blocked.message.split('\n')[0]!)} (${shown(scenario.blocked.code)})`]
        : [];
      return ['', shown(scenario.scenario), ...blocked, ...own.flatMap((item) => itemLines(item, 2))];
    }),
    ...refreshLines(session),
    ...(manifest.notes.length > 0 ? ['', ...manifest.notes.map((note) => `! ${shown(note.split('\n')[0]!)}`)] : []),
  ];
}

/** What stands before the questions: how much there is, and what is not asked about. */
export function introLines(session: ReviewSession): string[] {
  const refused = session.items.filter(({ state }) => state === 'refused');
  return [
    headLine(session.items),
    ...(refused.length > 0 ? ['', ...refused.flatMap((item) => itemLines(item, 0))] : []),
    ...refreshLines(session),
  ];
}

function headLine(items: readonly ReviewItem[]): string {
  if (items.length === 0) return 'Nothing needs a look: every surface matched.';
  const open = items.filter(({ state }) => state === 'open').length;
  const accepted = items.filter(({ state }) => state === 'accepted').length;
  return `${plural(items.length, 'surface')} ${items.length === 1 ? 'needs' : 'need'} a look, ${open} can be accepted${accepted > 0 ? `, ${accepted} accepted already` : ''}.`;
}

/** One surface with its first changes. */
export function itemLines(item: ReviewItem, most: number): string[] {
  const { surface, state, reason } = item;
  const member =
    surface.groups.length > 0 && surface.grouped
      ? `   ${surface.groups
          .slice(0, 5)
          .map((number) => `group:${number}`)
          .join(' ')}`
      : '';
  const told = reason === undefined ? (state === 'open' ? '' : `, ${state}`) : `, not offered: ${shown(reason)}`;
  const head = `  ${shown(item.target)}   ${surface.status.replaceAll('-', ' ')}${surface.changeCount > 0 ? `, ${plural(surface.changeCount, 'change')}` : ''}${told}${member}`;
  if (state !== 'open') return [head];
  const left = surface.changeCount - Math.min(most, surface.changes.length);
  return [
    head,
    ...surface.changes.slice(0, most).flatMap((change) => changeLines(change)),
    ...(left > 0 ? [`      … ${plural(left, 'further change')}`] : []),
  ];
}

export function groupLines(group: ItemGroup): string[] {
  const where = `${plural(group.items.length + group.partly.length, 'surface')}${group.partly.length > 0 ? `, ${group.items.length} of them with no other change` : ''}`;
  return [
    `  ${group.target}   ${group.surface}: ${shown(group.label)} ${shown(group.path)} (${group.kind}), ${where}`,
    ...valueLines(group),
  ];
}

function changeLines(change: Change): string[] {
  const line = change.actualRecord ?? change.expectedRecord;
  const place = `${change.file}${line === undefined ? '' : `:${line}`}`;
  return [`      ${shown(`${place} ${change.label} ${change.path}`.trim())} (${change.kind})`, ...valueLines(change)];
}

function valueLines({ expected, actual }: { expected?: string | undefined; actual?: string | undefined }): string[] {
  return [
    ...(expected === undefined ? [] : [`        - ${clip(shown(expected))}`]),
    ...(actual === undefined ? [] : [`        + ${clip(shown(actual))}`]),
  ];
}

/** What a drifted run did not reach is seen by a refresh, which needs no key. */
export function refreshLines(session: ReviewSession): string[] {
  const commands = session.refreshCommands();
  if (commands.length === 0) return [];
  return [
    '',
    'Not reached, because a model request drifted. To see and accept it, refresh; no key is needed:',
    ...commands.map(({ command }) => `  ${shown(command)}`),
  ];
}

export function writtenLines({ written, removed }: Written): string[] {
  return [...written.map((file) => `written  ${shown(file)}`), ...removed.map((file) => `removed  ${shown(file)}`)];
}

/** The same for programs. */
export function asJson(session: ReviewSession): unknown {
  const { items, groups, artifact, manifest, done } = session;
  return {
    schema: 1,
    report: artifact.place,
    startedAt: manifest.startedAt,
    items: items.map(({ target, scenario, surface, state, reason }) => ({
      target,
      scenario: scenario.scenario,
      directory: scenario.directory,
      surface: surface.surface,
      status: surface.status,
      state,
      ...(reason !== undefined && { reason }),
      changes: surface.changeCount,
      groups: surface.groups,
      write: (surface.acceptance?.write ?? []).map(({ name }) => name),
      remove: surface.acceptance?.remove ?? [],
    })),
    groups: groups.map(({ items, partly, ...group }) => ({
      ...group,
      targets: items.map(({ target }) => target),
      partly: partly.map(({ target }) => target),
    })),
    refresh: session.refreshCommands(),
    written: done.written,
    removed: done.removed,
  };
}

const shown = printableLine;
const clip = (text: string): string => (text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : text);

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
