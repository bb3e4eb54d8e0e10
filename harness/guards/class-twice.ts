import { at } from './finding.js';
import type { Guard } from './guard.js';
import { pinsOf, sidecarsOf } from './pins.js';

/** Equal bytes are one class: else one edit of the prompt changes two files. */
export const classTwice: Guard = {
  name: 'class-twice',
  asks: 'Two header classes differ in their system prompt or in their tool schemas.',
  check(corpus) {
    const seen = new Map<string, string>();
    return pinsOf(corpus).flatMap((pin) => {
      const sidecars = sidecarsOf(pin);
      const headerClass = pin.header?.headerClass;
      if (!sidecars || headerClass === undefined) return [];
      const key = JSON.stringify([sidecars.system, sidecars.tools]);
      const other = seen.get(key);
      seen.set(key, other ?? headerClass);
      if (other === undefined || other === headerClass) return [];
      return [
        {
          guard: 'class-twice',
          scenario: pin.name,
          place: at(`${pin.path}/input.jsonl`, 1),
          problem: `Header classes "${other}" and "${headerClass}" have the same system prompt and tool schemas, byte for byte.`,
          fix: `write "headerClass":"${other}" in all scenarios of "${headerClass}", and remove this pin and its two files`,
        },
      ];
    });
  },
};
