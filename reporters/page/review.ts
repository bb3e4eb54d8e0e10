/**
 * The buttons of a review. They exist only in the page that `playwright-acp review --ui` serves: it brings the state as
 * one more data block, and answers each decision with the state that came of it.
 */
import type { ChangeGroup } from '../model/types.js';
import { groupFace, REVIEW_BLOCK } from '../model/review-state.js';
import type { ReviewDecision, ReviewState, ReviewStateItem } from '../model/review-state.js';
import { announce } from './copy.js';
import { readOptional } from './data.js';
import { h, plural } from './dom.js';

let state: ReviewState | undefined;
/** What is redrawn as the state changes, for as long as it stands in the page. */
const drawn = new Map<HTMLElement, () => void>();

/** To be called before anything is drawn. */
export async function loadReview(): Promise<void> {
  state = (await readOptional(REVIEW_BLOCK)) as ReviewState | undefined;
}

export function isReview(): boolean {
  return state !== undefined;
}

/** Accept and reject for one surface, with their keys. */
export function surfaceReview(directory: string, surface: string): HTMLElement | undefined {
  return bar(() => state!.items.filter((item) => item.directory === directory && item.surface === surface), 'this surface', ['a', 'x']);
}

/** The same for all surfaces of a scenario. */
export function scenarioReview(directory: string): HTMLElement | undefined {
  return bar(() => state!.items.filter((item) => item.directory === directory), 'the scenario', ['A', 'X']);
}

/** The same for a group: only where accepting it accepts nothing else. */
export function groupReview(group: ChangeGroup): HTMLElement | undefined {
  const face = groupFace(group);
  const same = state?.groups.find((one) => groupFace(one) === face);
  if (!same) return undefined;
  const note = same.partly.length > 0 ? `${plural(same.partly.length, 'surface')} with other changes too: not by the group` : '';
  return bar(() => state!.items.filter(({ target }) => same.targets.includes(target)), 'the group', [], note);
}

/** How far the review is, and its end. */
export function reviewStatus(): HTMLElement | undefined {
  if (!state) return undefined;
  const words = h('span', { role: 'status' });
  const finish = h('button', { type: 'button', class: 'solid', onclick: () => void end() }, 'Finish review');
  const end = async (): Promise<void> => {
    if (!(await post('finish', {}))) return;
    finish.remove();
    words.textContent = `Finished: ${plural(state!.written, 'file')} written or removed. This page can be closed.`;
    for (const button of document.querySelectorAll<HTMLButtonElement>('.reviewbar button')) button.disabled = true;
  };
  const element = h('span', { class: 'reviewstatus' }, words, finish);
  keep(element, () => {
    const open = state!.items.filter((item) => item.state === 'open').length;
    words.textContent = `${open === 0 ? 'Nothing left to decide' : `${open} to decide`} · ${plural(state!.written, 'file')} written`;
  });
  return element;
}

/** Presses the button that a key belongs to; false where there is none. */
export function pressReviewKey(key: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`[data-review-key="${CSS.escape(key)}"]`);
  button?.click();
  return button !== null;
}

function bar(items: () => ReviewStateItem[], what: string, keys: readonly string[], note = ''): HTMLElement | undefined {
  if (!state || items().length === 0) return undefined;
  const element = h('div', { class: 'reviewbar', role: 'group', 'aria-label': `Review ${what}` });
  keep(element, () => {
    const [all, open] = [items(), items().filter((item) => item.state === 'open')];
    const rejected = all.filter((item) => item.state === 'rejected');
    const many = what === 'this surface' || open.length === 0 ? '' : ` (${open.length})`;
    const button = (action: 'accept' | 'reject', label: string, on: ReviewStateItem[], key: string | undefined): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          class: action === 'accept' ? 'solid' : 'bare',
          'data-review-key': key,
          'aria-label': `${label} ${what}`,
          title: key && `${label} ${what} (${key})`,
          onclick: () => void decide({ action, targets: on.map(({ target }) => target) }),
        },
        `${label}${many}`,
      );
    element.replaceChildren(
      ...[
        open.length > 0 && button('accept', 'Accept', open, keys[0]),
        open.length > 0 && button('reject', 'Reject', open, keys[1]),
        open.length === 0 && rejected.length > 0 && button('accept', 'Accept after all', rejected, keys[0]),
        h('span', { class: 'why' }, [words(all), note].filter(Boolean).join(' · ')),
      ].filter((child) => child !== false),
    );
  });
  return element;
}

function words(items: readonly ReviewStateItem[]): string {
  if (items.length === 1)
    return items[0]!.state === 'refused' ? `not offered: ${items[0]!.reason ?? ''}` : items[0]!.state === 'open' ? '' : items[0]!.state;
  const count = (wanted: string): number => items.filter((item) => item.state === wanted).length;
  return (['accepted', 'rejected', 'refused'] as const)
    .filter((one) => count(one) > 0)
    .map((one) => `${count(one)} ${one === 'refused' ? 'not offered' : one}`)
    .join(', ');
}

async function decide(decision: ReviewDecision): Promise<void> {
  if (!(await post('decide', decision))) return;
  redraw();
  announce(decision.action === 'accept' ? 'Accepted' : 'Rejected');
}

async function post(what: 'decide' | 'finish', body: unknown): Promise<boolean> {
  try {
    const answer = await fetch(what, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    state = (await answer.json()) as ReviewState;
    return true;
  } catch (error) {
    const status = document.querySelector('.reviewstatus [role=status]');
    if (status) status.textContent = `The review did not answer: ${error instanceof Error ? error.message : String(error)}`;
    return false;
  }
}

function keep(element: HTMLElement, draw: () => void): void {
  drawn.set(element, draw);
  draw();
}

/** A focused button that is drawn anew hands its focus to the one in its place. */
function redraw(): void {
  const focused = document.activeElement?.closest('.reviewbar');
  for (const [element, draw] of drawn) {
    if (element.isConnected) draw();
    else drawn.delete(element);
  }
  if (focused && !focused.contains(document.activeElement)) focused.querySelector<HTMLElement>('button')?.focus();
}
