import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { SESSION_MODES, type AgentConfig, type SessionModeId } from '../config/config.js';
import type { SessionState } from '../log/state.js';

const MODE_TEXTS: Readonly<Record<SessionModeId, { name: string; description: string }>> = {
  ask: { name: 'Ask', description: 'Asks before it changes a file or runs a command.' },
  auto: { name: 'Auto', description: 'Changes files and runs commands without asking.' },
  'read-only': { name: 'Read only', description: 'Changes no file and runs no command.' },
};

export const MODE_OPTION = 'mode';
export const THINKING_OPTION = 'thinking';
export const STEPS_OPTION = 'steps';

/** Steps per turn that the option offers, beside the config's own. */
const STEP_CHOICES = [5, 20, 50];

export const isMode = (id: string): id is SessionModeId => (SESSION_MODES as readonly string[]).includes(id);

export const modeState = ({ mode }: SessionState): SessionModeState => ({
  availableModes: SESSION_MODES.map((id) => ({ id, ...MODE_TEXTS[id] })),
  currentModeId: mode,
});

/** The session's options as a client shows them. The mode is one of them, so that clients need to know options only. */
export function configOptions(state: SessionState, config: AgentConfig): SessionConfigOption[] {
  const mode: SessionConfigOption = {
    id: MODE_OPTION,
    name: 'Mode',
    description: 'What the agent may do without asking.',
    category: 'mode',
    type: 'select',
    currentValue: state.mode,
    options: SESSION_MODES.map((value) => ({ value, ...MODE_TEXTS[value] })),
  };
  const thinking: SessionConfigOption = {
    id: THINKING_OPTION,
    name: 'Thinking',
    description: 'Whether the model thinks before it answers.',
    category: 'thought_level',
    type: 'select',
    currentValue: thinks(state) ? 'on' : 'off',
    options: [
      { value: 'on', name: 'On' },
      { value: 'off', name: 'Off' },
    ],
  };
  const choices = [...new Set([...STEP_CHOICES, config.limits.stepsPerTurn])].toSorted((a, b) => a - b);
  const steps: SessionConfigOption = {
    id: STEPS_OPTION,
    name: 'Steps per turn',
    description: 'Model calls before a turn stops by itself.',
    type: 'select',
    currentValue: String(stepsPerTurn(state, config)),
    options: choices.map((count) => ({ value: String(count), name: String(count) })),
  };
  return [mode, ...(config.provider.facts.thinking ? [thinking] : []), steps];
}

/** Whether an option may take a value. */
export function offers(options: readonly SessionConfigOption[], id: string, value: unknown): boolean {
  const option = options.find((candidate) => candidate.id === id);
  return option?.type === 'select' && option.options.some((choice) => 'value' in choice && choice.value === value);
}

export const thinks = (state: SessionState): boolean => state.options[THINKING_OPTION] !== 'off';

export const stepsPerTurn = (state: SessionState, config: AgentConfig): number =>
  Number(state.options[STEPS_OPTION] ?? config.limits.stepsPerTurn);
