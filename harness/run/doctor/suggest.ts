import { basename } from 'node:path';
import type { AgentProfile, Dialect } from '../../schema/index.js';
import { keyOf, type Known } from './probe.js';
import type { SeenRequest } from './scripted-endpoint.js';
import { GIVEN, type BaseUrlVariable } from './variables.js';
import type { Probe } from './ways-in.js';

/** Which of the base URLs the agent used for its model calls. */
export interface Honoured extends BaseUrlVariable {
  dialect: Dialect;
  calls: number;
  /** It came by the `{{provider}}` of a person; `variable` then only names the live one for a recording. */
  given?: true;
}

/** The base URL most of its model calls came by; undefined where none came at all. `wayIn`: variables that its way to authenticate names. */
export function honouredVariable(
  requests: readonly SeenRequest[],
  variables: readonly BaseUrlVariable[],
  wayIn: readonly string[] = [],
): Honoured | undefined {
  const found = [...new Set(requests.map(({ variable }) => variable))].flatMap((name) => {
    const calls = requests.filter(({ variable, dialect }) => variable === name && dialect !== undefined);
    const dialect = calls[0]?.dialect;
    if (dialect === undefined) return [];
    const sent = calls.flatMap(({ credentials }) => credentials);
    const wasSent = (key: string) => sent.some((text) => text.includes(keyOf(key)));
    const byKey = variables.find(({ key }) => wasSent(key));
    const own = wayIn.find(wasSent);
    if (name === GIVEN) {
      const usual = byKey ?? variables.find(({ variable }) => variable === USUAL[dialect]) ?? variables[0]!;
      return [{ ...usual, ...(own !== undefined && { key: own }), dialect, calls: calls.length, given: true as const }];
    }
    const variable = variables.find((one) => one.variable === name)!;
    return [{ ...variable, key: own ?? byKey?.key ?? variable.key, dialect, calls: calls.length }];
  });
  return found.sort((a, b) => b.calls - a.calls)[0];
}

/** Of the provider whose API it is. */
const USUAL: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'OPENAI_BASE_URL',
  'openai-responses': 'OPENAI_BASE_URL',
  anthropic: 'ANTHROPIC_BASE_URL',
  gemini: 'GOOGLE_GEMINI_BASE_URL',
};

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

/** How much longer than in the probe a step may take elsewhere, in ms; and what a profile that says nothing waits for. */
const FACTOR = 6;
const USUAL_IDLE = 15_000;

/** A profile that boots the agent as the probe did, and leaves out what it did not use. */
export function suggestProfile(known: Known, probe: Probe, honoured: Honoured | undefined): AgentProfile {
  const { command, env = {}, files, node } = known;
  const written = [...probe.wrote.home, ...probe.wrote.tmp].map(firstName);
  const given = Object.keys(files ?? {}).flatMap((path) => /^\{\{(?:home|tmp)\}\}\/([^/]+)/.exec(path)?.[1] ?? []);
  const state = [...new Set([...written, ...given])];
  const environment = { ...(honoured && !honoured.given && { [honoured.variable]: '{{provider}}' }), ...env };
  const keys = new Set([...(honoured ? [honoured.key] : []), ...(probe.authenticated?.variables ?? [])]);
  const slowest = probe.failure ? 0 : Math.max(0, ...Object.values(probe.took));
  const idle = Math.ceil((slowest * FACTOR) / 5000) * 5000;
  return {
    name: nameOf(command, probe.initialized),
    command,
    ...(Object.keys(environment).length > 0 && { env: environment }),
    ...(files && Object.keys(files).length > 0 && { files }),
    ...(node !== undefined && { node }),
    ...(honoured && {
      provider: {
        dialect: honoured.dialect,
        upstream: { variable: honoured.variable, ...(honoured.live !== undefined && { default: honoured.live }) },
        credentials: [...keys],
      },
    }),
    ...(state.length > 0 && { state }),
    ...(idle > USUAL_IDLE && { deadlines: { step: 2 * idle, idle, total: 4 * idle } }),
  };
}

const firstName = (path: string): string => path.split('/')[0]!;

/** Where an agent that names files in TMPDIR at random may do so. */
const OWN_TMP = '.agent-tmp';

/** The same with a TMPDIR of its own below HOME, whose files are no part of the workspace. */
export function withOwnTmp(profile: AgentProfile, { wrote }: Probe): AgentProfile {
  const inHome = new Set(wrote.home.map(firstName));
  const onlyInTmp = new Set(wrote.tmp.map(firstName).filter((name) => !inHome.has(name)));
  const folder = `{{home}}/${OWN_TMP}`;
  return {
    ...profile,
    env: { ...profile.env, TMPDIR: folder, TMP: folder, TEMP: folder },
    files: { ...profile.files, [`${folder}/.keep`]: '' },
    state: [...(profile.state ?? []).filter((name) => !onlyInTmp.has(name)), OWN_TMP],
  };
}

/** The cassette of an authored scenario: a lane per kind of conversation that the probe saw, a reply per model call in it. */
export function suggestCassette(scenario: string, requests: readonly SeenRequest[]): Record<string, unknown>[] {
  const calls = requests.filter(({ dialect }) => dialect !== undefined);
  const kinds = [...new Set(calls.map(kindOf))].sort();
  const hasTools = new Set(calls.map(({ tools }) => tools.length > 0)).size > 1;
  const hasJson = new Set(calls.map(({ json }) => json)).size > 1;
  const replies = kinds.flatMap((kind, index) => {
    const own = calls.filter((call) => kindOf(call) === kind);
    const deepest = Math.max(...own.map(({ carried }) => carried));
    const when = { ...(hasTools && { tools: own[0]!.tools.length > 0 }), ...(hasJson && { json: own[0]!.json }) };
    return Array.from({ length: deepest + 1 }, (_, carried) => ({
      type: 'reply',
      ...(index > 0 && { lane: index + 1 }),
      ...(carried === 0 && Object.keys(when).length > 0 && { when }),
      text: (own.find((call) => call.carried === carried) ?? own[0]!).answer,
    }));
  });
  return [{ type: 'fixture', fixture: 'provider-replay', schema: 1, scenario }, ...replies];
}

/** Those with tools first: they are the conversation itself. */
const kindOf = ({ tools, json }: SeenRequest): string => `${tools.length > 0 ? 0 : 1} ${json ? 1 : 0}`;
