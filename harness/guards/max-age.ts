import { at } from './finding.js';
import type { Guard } from './guard.js';

export const DAY = 24 * 60 * 60 * 1000;

export const maxAge: Guard = {
  name: 'max-age',
  asks: 'No recording is older than acp.maxAge days, where the config says so.',
  check({ scenarios }, { maxAge: days, now }) {
    if (days === undefined) return [];
    return scenarios.flatMap(({ name, path, header }) => {
      const { kind, recordedAt } = header?.provenance ?? {};
      const age = (now - Date.parse(recordedAt ?? '')) / DAY;
      if (kind !== 'recorded' || !(age > days)) return [];
      return [
        {
          guard: 'max-age',
          scenario: name,
          place: at(`${path}/input.jsonl`, 1),
          problem: `Recorded ${Math.floor(age)} days ago; acp.maxAge is ${days}.`,
          fix: `npx playwright-acp record ${name} --overwrite`,
        },
      ];
    });
  },
};
