import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { faultErrors } from '../errors/faults.js';
import { runErrors } from '../errors/run.js';
import { recordsOfScript } from '../faults/index.js';
import type { AgentNetwork, Sandbox } from '../process/index.js';
import { startLoopbackProvider, type LoopbackProvider, type ReplayProviderOptions } from '../provider/index.js';
import { CREDENTIAL_PLACEHOLDER, loadScript } from '../replay/index.js';
import type { Pin, Scenario } from '../scenario/index.js';
import type { AgentProfile, Upstream } from '../schema/index.js';
import { canariesOf } from './canaries.js';
import { identityOf, redactedIn } from './identity.js';
import { bindingsOf, type RunMode } from './plan.js';
import type { RunFault } from './run.js';

export interface ProviderSeamOptions {
  runMode: RunMode;
  environment: Readonly<Record<string, string | undefined>>;
  /** Of the agent, where it is closed in: the provider has to be reached from there. */
  network?: AgentNetwork;
  /** Only a replay reads it. */
  pin?: Pin;
  /** False: requests are not compared. */
  verify?: boolean;
  /** Of one model call. A scenario of the session seam then has a provider too, which words what its log holds. */
  fault?: RunFault;
}

const REQUESTS = 'requests.expected.jsonl';

/**
 * Starts the loopback provider of a run. Without a cassette every model call is refused. Close it, whatever happened.
 *
 * @returns undefined where the profile has no provider seam
 * @throws AcpError `ACP_PROFILE_NO_PROVIDER_SEAM`, `ACP_RECORD_NO_UPSTREAM`, what the cassette may be refused for
 */
export async function openProvider(
  scenario: Scenario | undefined,
  profile: AgentProfile,
  sandbox: Sandbox,
  options: ProviderSeamOptions,
): Promise<LoopbackProvider | undefined> {
  const { provider, normalizers } = profile;
  const isSeam = scenario?.header.seam === 'provider';
  const { fault } = options;
  if (fault && scenario && !isSeam && (scenario.header.seam === 'none' || profile.session?.baseUrl === undefined))
    throw faultErrors.noProvider(profile.name, scenario.name);
  if (!provider && isSeam) throw runErrors.noProviderSeam(profile.name, scenario.name);
  if (!provider && !fault) return undefined;
  const common = { bindings: bindingsOf(sandbox), ...(normalizers && { normalizers }) };
  if (options.runMode === 'record' && provider)
    return startLoopbackProvider({
      ...common,
      mode: 'record',
      upstream: urlOf(profile.name, provider.upstream, options),
      endpoints: mapValues(provider.endpoints, (upstream) => urlOf(profile.name, upstream, options)),
      identity: identityOf(options.environment),
      canaries: canariesOf(options.environment).canaries,
    });
  const listening = await options.network?.listen();
  const replaying = await startLoopbackProvider({
    ...common,
    mode: 'replay',
    ...(listening && { server: { listening } }),
    endpoints: Object.keys(provider?.endpoints ?? {}),
    refresh: options.runMode === 'refresh',
    ...(isSeam && (await replayOf(scenario, options))),
    ...(fault && {
      ...(scenario && !isSeam && { script: await scriptOf(scenario) }),
      fault: { ...fault, onFault: fault.watch.met },
    }),
  });
  const { close } = replaying;
  return Object.assign(replaying, {
    async close() {
      await close();
      listening?.close();
    },
  });
}

/** Session seam: what points the live adapter at a provider, with a word in place of its key. */
export function liveEnvironment({ session }: AgentProfile, url: string): Record<string, string> {
  if (session?.baseUrl === undefined) return {};
  const credentials = session.credentials.map((name) => [name, CREDENTIAL_PLACEHOLDER]);
  return { ...Object.fromEntries(credentials), [session.baseUrl]: url };
}

/** The replies of a recorded session, as a provider can send them. */
async function scriptOf({ name, files }: Scenario): Promise<NonNullable<ReplayProviderOptions['script']>> {
  const texts = await Promise.all(files.sources.map((file) => readFile(file, 'utf8')));
  const plan = { type: 'replay-plan', schema: 1, scenario: name, runMode: 'replay', verify: false, decisions: '' } as const;
  const bindings = { cwd: [], home: [], tmp: [] };
  const override = files.override === undefined ? undefined : await readFile(files.override, 'utf8');
  const { lanes } = loadScript(
    { ...plan, sources: files.sources, bindings },
    { sources: texts, ...(override !== undefined && { override }) },
  );
  return { scenario: name, records: recordsOfScript(lanes) };
}

/** The base URLs that a profile's placeholders stand for. */
export function urlsOf(provider: LoopbackProvider, { provider: seam }: AgentProfile): Record<string, string> {
  return { '': provider.url, ...mapValues(seam?.endpoints, (_, name) => provider.urlOf(name)) };
}

type Replay = Pick<ReplayProviderOptions, 'cassette' | 'expected' | 'identity'>;

async function replayOf({ files }: Scenario, { runMode, environment, pin, verify }: ProviderSeamOptions): Promise<Replay> {
  const [file] = files.sources;
  if (file === undefined) return {};
  const cassette = { text: await readFile(file, 'utf8'), file: basename(file) };
  const committed = files.expected.get(REQUESTS);
  const requests = committed && { text: new TextDecoder().decode(committed), file: REQUESTS };
  // Refresh never reads the pin: it tokenizes by class name, so that no order between scenarios matters.
  const pinned = pin && runMode === 'replay' ? await readPin(pin) : undefined;
  const texts = [cassette.text, requests?.text ?? '', pinned?.system ?? '', pinned?.tools.text ?? ''];
  const expected = verify === false ? ('nothing' as const) : requests && { requests, ...(pinned && { pin: pinned }) };
  return { cassette, identity: redactedIn(texts, identityOf(environment)), ...(expected && { expected }) };
}

async function readPin({ system, tools }: Pin): Promise<{ system: string; tools: { text: string; file: string } } | undefined> {
  const [prompt, schemas] = await Promise.all([system, tools].map((file) => readFile(file, 'utf8').catch(() => undefined)));
  return prompt === undefined || schemas === undefined ? undefined : { system: prompt, tools: { text: schemas, file: basename(tools) } };
}

function urlOf(profile: string, { variable, default: fallback }: Upstream, { environment }: ProviderSeamOptions): string {
  const url = environment[variable] || fallback;
  if (url === undefined) throw runErrors.noUpstream(profile, variable);
  return url;
}

function mapValues<Value, Mapped>(record: Readonly<Record<string, Value>> = {}, change: (value: Value, key: string) => Mapped) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
