import { basename } from 'node:path';
import { SCRIPTED_TEXT, type SeenRequest } from './scripted-endpoint.js';
import type { Probe } from './probe.js';
import type { AgentProfile, Dialect } from '../../schema/index.js';
import type { BaseUrlVariable } from './variables.js';

/** Which of the base URLs the agent used for its model calls. */
export interface Honoured extends BaseUrlVariable {
  dialect: Dialect;
  calls: number;
}

/** The variable most of its model calls came by; undefined where none came at all. */
export function honouredVariable(requests: readonly SeenRequest[], variables: readonly BaseUrlVariable[]): Honoured | undefined {
  const found = variables.flatMap((variable) => {
    const calls = requests.filter((request) => request.variable === variable.variable && request.dialect !== undefined);
    return calls.length === 0 ? [] : [{ ...variable, dialect: calls[0]!.dialect!, calls: calls.length }];
  });
  return found.sort((a, b) => b.calls - a.calls)[0];
}

/** A name for the profile: as the agent calls itself, else that of the program or of the script that an interpreter is given. */
export function nameOf(command: readonly string[], initialized?: Record<string, unknown>): string {
  const told = (initialized?.['agentInfo'] as { name?: unknown } | undefined)?.name;
  const program = command.find(
    (part, index) => !part.startsWith('-') && !(index === 0 && /^(?:.*\/)?(?:\{\{node\}\}|node|python3?|deno|bun|npx)$/.test(part)),
  );
  const name = (typeof told === 'string' && told !== '' ? told : basename(program ?? command[0] ?? 'agent').replace(/\.\w+$/, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'agent' : name;
}

/** A profile that boots the agent as the probe did, and leaves out what it did not use. */
export function suggestProfile(
  command: readonly string[],
  probe: Probe,
  honoured: Honoured | undefined,
  env: Readonly<Record<string, string>> = {},
): AgentProfile {
  const state = [...new Set([...probe.wrote.home, ...probe.wrote.tmp].map((path) => path.split('/')[0]!))];
  const environment = { ...(honoured && { [honoured.variable]: '{{provider}}' }), ...env };
  return {
    name: nameOf(command, probe.initialized),
    command,
    ...(Object.keys(environment).length > 0 && { env: environment }),
    ...(honoured && {
      provider: {
        dialect: honoured.dialect,
        upstream: { variable: honoured.variable, ...(honoured.live !== undefined && { default: honoured.live }) },
        credentials: [honoured.key],
      },
    }),
    ...(state.length > 0 && { state }),
  };
}

/** The cassette of an authored scenario: a reply per model call that the probe saw, in a lane per kind of conversation. */
export function suggestCassette(scenario: string, requests: readonly SeenRequest[]): Record<string, unknown>[] {
  const calls = requests.filter(({ dialect }) => dialect !== undefined);
  const kinds = [true, false].filter((tools) => calls.some((call) => call.tools.length > 0 === tools));
  const replies = kinds.map((tools, index) => ({
    type: 'reply',
    ...(index > 0 && { lane: index + 1 }),
    ...(kinds.length > 1 && { when: { tools } }),
    text: SCRIPTED_TEXT,
  }));
  return [{ type: 'fixture', fixture: 'provider-replay', schema: 1, scenario }, ...replies];
}
