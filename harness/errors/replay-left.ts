import type { Problem } from './acp-error.js';

const recordAgain = (scenario: string) => `npx playwright-acp record ${scenario} --overwrite`;

/** Ways in which a replay was not followed to its end, beside the refused calls. */
export const replayLeftErrors = {
  leftOver: (scenario: string, facts: { lane: number; entries: number; served: number; source: string }): Problem => ({
    code: 'ACP_REPLAY_LEFT_OVER',
    summary: `Replay left over: the agent made ${facts.served} of the ${facts.entries} model calls that ${facts.source} holds.`,
    facts: [
      ['scenario', scenario],
      ['lane', String(facts.lane)],
    ],
    look: 'why the agent stopped earlier than when it was recorded',
    intended: recordAgain(scenario),
  }),
  cutStream: (scenario: string, facts: { call: number; lane: number; place: number; left?: number }): Problem => ({
    code: 'ACP_REPLAY_LEFT_OVER',
    summary:
      facts.left === undefined
        ? `Replay left over: the agent never took the reply to model call ${facts.call} to its end.`
        : `Replay left over: the agent left ${facts.left} chunks of the reply to model call ${facts.call}.`,
    facts: [
      ['scenario', scenario],
      ['at', `lane ${facts.lane}, place ${facts.place}`],
    ],
    look: 'a cancel that came while a recorded reply was being served, or an agent that stops reading',
    intended: recordAgain(scenario),
  }),
  notLoaded: (scenario: string, failure?: Problem): Problem => ({
    code: 'ACP_REPLAY_NOT_LOADED',
    summary: 'The agent never loaded the replay provider, and the scenario has recorded model calls.',
    facts: [['scenario', scenario], ...(failure ? [['then', failure.summary] as const, ...(failure.facts ?? [])] : [])],
    look: 'whether the agent takes the listener that its profile hands it ("session.listen")',
  }),
  providerRefused: (scenario: string, code: string, reason: string): Problem => ({
    code,
    summary: 'The replay provider refused to start.',
    facts: [
      ['scenario', scenario],
      ['reason', reason],
    ],
  }),
} as const;
