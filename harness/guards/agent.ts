import { at } from './finding.js';
import type { Guard } from './guard.js';

export const agent: Guard = {
  name: 'agent',
  asks: 'The agent that a scenario names has a profile in the config.',
  check({ scenarios }, { profiles }) {
    if (!profiles) return [];
    return scenarios.flatMap(({ name, path, header }) => {
      if (!header || profiles.has(header.agent)) return [];
      return [
        {
          guard: 'agent',
          scenario: name,
          place: at(`${path}/input.jsonl`, 1),
          problem: `No agent profile is named "${header.agent}".`,
          fix: `one of ${[...profiles.keys()].join(', ')}; or add the profile to acp.agents in the Playwright config`,
        },
      ];
    });
  },
};
