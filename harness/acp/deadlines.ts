import type { AgentProfile } from '../schema/index.js';

/** Milliseconds. `step`: one step; `idle`: without a byte from the agent while a step waits; `total`: the whole run. */
export interface Deadlines {
  step: number;
  idle: number;
  total: number;
  /** After a cancel on expiry, and for each rung of the shutdown ladder. */
  grace: number;
}

export const DEFAULT_DEADLINES: Deadlines = { step: 30_000, idle: 15_000, total: 60_000, grace: 2000 };

export function resolveDeadlines(profile: AgentProfile['deadlines'] = {}): Deadlines {
  return { ...DEFAULT_DEADLINES, ...profile };
}

export interface Watch {
  stop(): void;
  /** Looks again at once: a deadline was moved. */
  check(): void;
}

/** Watches one waiting step. Calls `onExpiry` once, with the deadline that passed first. */
export function watchDeadlines(
  deadlines: Deadlines,
  clock: { elapsed(): number; lastAgentByte(): number },
  onExpiry: (deadline: 'step' | 'idle' | 'total') => void,
): Watch {
  const start = clock.elapsed();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const check = () => {
    if (ended) return;
    clearTimeout(timer);
    const now = clock.elapsed();
    const left = {
      step: start + deadlines.step - now,
      idle: Math.max(start, clock.lastAgentByte()) + deadlines.idle - now,
      total: deadlines.total - now,
    };
    const passed = (['total', 'step', 'idle'] as const).find((name) => left[name] <= 0);
    if (passed !== undefined) {
      ended = true;
      onExpiry(passed);
    }
    // Timers may fire a moment early: at least one ms is slept each time.
    else timer = setTimeout(check, Math.max(1, Math.min(left.step, left.idle, left.total)));
  };
  check();
  return {
    stop() {
      ended = true;
      clearTimeout(timer);
    },
    check,
  };
}
