import { printableLine } from '../../errors/printable.js';
import type { ReviewItem } from './item.js';
import type { ReviewSession } from './session.js';
import { groupLines, itemLines, plural, writtenLines } from './tell.js';

export interface Terminal {
  /** The answer, undefined at the end of input. */
  ask(question: string): Promise<string | undefined>;
  say(lines: readonly string[]): void;
}

/** Changes shown of a surface before and after it was asked for more. */
const [FIRST, MORE] = [3, 20];

/**
 * Asks about what can be accepted: groups of same changes first, so that a common cause is decided once, then surface by
 * surface. Each answer is carried out at once: whoever leaves in between has what they accepted.
 */
export async function askThrough(session: ReviewSession, { ask, say }: Terminal): Promise<void> {
  for (const group of session.groups) {
    const open = group.items.filter(isOpen);
    if (open.length < 2) continue;
    say(['', ...groupLines(group), `    ${open.map(({ target }) => printableLine(target)).join('  ')}`]);
    const answer = await choose(`Accept in ${open.length} surfaces? [y]es, [n]o, [o]ne by one, [q]uit: `, 'ynoq');
    if (answer === 'q') return;
    if (answer === 'y') await accept(open);
    if (answer === 'n') session.reject(open);
  }
  for (const scenario of session.manifest.scenarios) {
    const own = (): ReviewItem[] => session.items.filter((item) => item.scenario === scenario && isOpen(item));
    if (own().length > 0) say(['', printableLine(`${scenario.scenario}: ${scenario.description}`)]);
    for (const item of own()) {
      if (!isOpen(item)) continue;
      say(itemLines(item, FIRST));
      let answer = await choose('Accept? [y]es, [n]o, [m]ore of it, [a]ll of this scenario, n[o]ne of it, [q]uit: ', 'ynmaoq');
      if (answer === 'm') {
        say(itemLines(item, MORE));
        answer = await choose('Accept? [y]es, [n]o, [a]ll of this scenario, n[o]ne of it, [q]uit: ', 'ynaoq');
      }
      if (answer === 'q') return;
      if (answer === 'y') await accept([item]);
      if (answer === 'n') session.reject([item]);
      if (answer === 'a') await accept(own());
      if (answer === 'o') session.reject(own());
    }
  }

  /** One of the letters; whoever closes the input quits. */
  async function choose(question: string, letters: string): Promise<string> {
    for (;;) {
      const answer = await ask(question);
      if (answer === undefined) return 'q';
      const word = answer.trim().toLowerCase();
      const letter = word === 'none' ? 'o' : word.slice(0, 1);
      if (letter !== '' && letters.includes(letter)) return letter;
    }
  }

  async function accept(items: readonly ReviewItem[]): Promise<void> {
    say(writtenLines(await session.accept(items)).map((line) => `  ${line}`));
    const refused = items.filter(({ state }) => state === 'refused');
    if (refused.length > 0) say([`  ${plural(refused.length, 'surface')} not accepted:`, ...refused.flatMap((item) => itemLines(item, 0))]);
  }
}

const isOpen = ({ state }: ReviewItem): boolean => state === 'open';
