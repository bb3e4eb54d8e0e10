import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizedFields, type NormalizedField } from '../mutate/index.js';
import { createSandbox } from '../process/index.js';
import { loadScenario, type Scenario } from '../scenario/index.js';
import type { AgentProfile, SurfaceId } from '../schema/index.js';
import { compareSurface, type ActualFile } from '../surfaces/index.js';
import { callsOf } from './decisions.js';
import { captureOf } from './judge.js';
import { contextOf, soundRun, type MutateOptions } from './mutate-scenario.js';
import { neverAccept } from './never-accept.js';
import { copyWithOtherIds } from './other-ids.js';
import type { Run } from './run.js';
import { runScenario } from './run-scenario.js';
import {
  clockState,
  faketimeEnvironment,
  findFaketime,
  otherLocale,
  sourceOf,
  type SourceState,
  type Variation,
  type VariationSource,
} from './variation.js';

/** A field that differs between the two runs though it was normalized, or was not: it would fail by chance. */
export interface Flake {
  readonly surface: SurfaceId | 'run';
  readonly record: string;
  readonly field: string;
  readonly from?: string;
  readonly to?: string;
}

export interface FieldProof extends NormalizedField {
  /** Where their variation comes from; a normalizer of a profile names none. */
  readonly sources: readonly VariationSource[];
}

export interface ScenarioProof {
  readonly scenario: string;
  readonly sources: Readonly<Record<VariationSource, SourceState>>;
  readonly fields: readonly FieldProof[];
  readonly flakes: readonly Flake[];
}

export type ProveOptions = Omit<MutateOptions, 'seed' | 'full' | 'concurrency'>;

const USER = 'somebody-else';
const ZONE = 'Pacific/Chatham';
const MODIFIED = new Date('2001-02-03T04:05:06Z');
const FIRST_REQUEST = 7_001;

/**
 * Replays a scenario as always, and once more with everything changed that may differ between two machines and two
 * days. Writes nothing.
 *
 * @throws AcpError `ACP_MUTATE_NOT_GREEN` where the scenario does not run to its end as it stands; that it differs from
 * what is committed is no hindrance: what differs by chance always does
 */
export async function proveScenario(scenario: Scenario, profile: AgentProfile, options: ProveOptions): Promise<ScenarioProof> {
  const usual = await soundRun(scenario, profile, options);
  const [faketime, locale] = await Promise.all([findFaketime(), otherLocale()]);
  const workshop = await createSandbox(`${scenario.name}-prove`, options.ledger === undefined ? {} : { ledger: options.ledger });
  try {
    const copy = join(workshop.run, scenario.name);
    const { renamed, restore } = await copyWithOtherIds(scenario, copy);
    const variation: Variation = {
      parent: join(workshop.tmp, 'another root'),
      environment: {
        USER,
        LOGNAME: USER,
        TZ: ZONE,
        LANG: locale.name,
        LC_ALL: locale.name,
        ...(faketime !== undefined && faketimeEnvironment(faketime)),
      },
      modified: MODIFIED,
      firstRequestId: FIRST_REQUEST,
    };
    await mkdir(variation.parent!);
    const varied = await runScenario(await loadScenario(copy), profile, {
      placeholders: options.placeholders,
      environment: options.environment,
      ...(options.ledger !== undefined && { ledger: options.ledger }),
      runMode: 'replay',
      variation,
      ...(usual.pin && { pin: usual.pin }),
    });
    const fields = fieldsOf(usual, varied);
    const times = fields.filter(({ sources }) => sources.includes('clock and date'));
    return {
      scenario: scenario.name,
      sources: sourcesOf(usual, varied, { clock: clockState(faketime, times), locale, renamed }),
      fields,
      flakes: flakesOf(usual, varied, restore),
    };
  } finally {
    await workshop.remove();
  }
}

function sourcesOf(
  a: Run,
  b: Run,
  { clock, locale, renamed }: { clock: SourceState; locale: { name: string; installed: boolean }; renamed: number },
): Record<VariationSource, SourceState> {
  const pair = (from: string | number | undefined, to: string | number | undefined, why: string): SourceState =>
    from === undefined || to === undefined || from === to ? { impossible: why } : { from: String(from), to: String(to) };
  const folder = (name: 'cwd' | 'home' | 'tmp') => pair(a.bindings?.[name][0], b.bindings?.[name][0], 'the run did not get so far');
  const first = (run: Run) => run.logs[0]?.session ?? sessionIdOf(run);
  return {
    'working folder': folder('cwd'),
    HOME: folder('home'),
    'temp root': folder('tmp'),
    user: { from: 'USER and LOGNAME unset', to: `${USER} (the account itself stays)` },
    'clock and date': clock,
    'time zone': { from: 'UTC', to: ZONE },
    locale: {
      from: 'C.UTF-8',
      to: locale.installed ? locale.name : `${locale.name} (not installed: only programs with tables of their own, such as Node, follow)`,
    },
    pid: pair(a.pid, b.pid, 'the agent got the same pid, or none'),
    port: pair(
      a.providerUrl && new URL(a.providerUrl).port,
      b.providerUrl && new URL(b.providerUrl).port,
      a.providerUrl === undefined
        ? `the ${a.scenario.header.seam === 'none' ? 'scenario has no seam' : `${a.scenario.header.seam} seam`}: no port of ours is handed to the agent`
        : 'the provider got the same port',
    ),
    host: { impossible: 'the name of the machine is not ours to change' },
    // Two runs of the agent are every chance to mint two ids: where it did not take it, nothing is impossible.
    'session, message and call ids':
      first(a) === undefined
        ? { impossible: 'the run made no session' }
        : {
            from: String(first(a)),
            to: `${String(first(b))}${renamed > 0 ? `; ${renamed} call ids of the replay source renamed` : ''}`,
          },
    'client request numbers': { from: '0, 1, …', to: `${FIRST_REQUEST}, ${FIRST_REQUEST + 1}, …` },
    'agent request numbers': { impossible: 'the agent counts its own requests' },
    'directory mtimes': { from: 'the time of the run', to: MODIFIED.toISOString() },
    'release of the agent': { impossible: 'one release is at hand' },
  };
}

function sessionIdOf({ frames }: Run): unknown {
  for (const { from, value } of frames) {
    const id = from === 'agent' ? (value?.['result'] as { sessionId?: unknown } | undefined)?.sessionId : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Empty where the varied run broke before it could be read: that is told as a flake. */
function fieldsOf(usual: Run, varied: Run): FieldProof[] {
  if (!varied.outcome) return [];
  return normalizedFields(captureOf(usual), captureOf(varied), contextOf(usual)).map((field) => ({
    ...field,
    sources: [...new Set(field.normalizers.flatMap((name) => sourceOf(name) ?? []))],
  }));
}

function restored(file: ActualFile, restore: (text: string) => string): ActualFile {
  return { ...file, content: Buffer.from(restore(new TextDecoder().decode(file.content))) };
}

function flakesOf(usual: Run, varied: Run, restore: (text: string) => string): Flake[] {
  const refused = callsOf(varied.decisions).filter(({ code }) => code !== undefined);
  if (refused.length > 0)
    return refused.flatMap(({ call, differences, reason }) => [
      ...differences.map(({ path, expected, actual }): Flake => ({
        surface: 'requests',
        record: `model call ${call}`,
        field: path,
        from: JSON.stringify(expected) ?? 'absent',
        to: JSON.stringify(actual) ?? 'absent',
      })),
      ...(differences.length === 0 ? [{ surface: 'requests', record: `model call ${call}`, field: reason ?? '' } as const] : []),
    ]);
  const usualFiles = new Map(usual.surfaces.flatMap((actual) => actual.files.map(({ name, content }) => [name, content] as const)));
  const found = varied.surfaces.flatMap((actual): Flake[] => {
    if (actual.surface === 'conformance') return [];
    // Ids of the recording stand in its requests as they are.
    const files = actual.surface === 'requests' ? actual.files.map((file) => restored(file, restore)) : actual.files;
    const { changes } = compareSurface({ ...actual, files }, usualFiles, {
      scenario: usual.scenario.name,
      ...(usual.profile.normalizers && { normalizers: usual.profile.normalizers }),
    });
    return changes.map(({ label, path, expected, actual: now, file }) => ({
      surface: actual.surface,
      record: `${file} ${label}`,
      field: path === '' ? 'whole record' : path,
      ...(expected !== undefined && { from: expected }),
      ...(now !== undefined && { to: now }),
    }));
  });
  // A view says again what the log says.
  const distinct = found.filter(({ surface }) => surface !== 'tool-calls' || !found.some((other) => other.surface === 'session-log'));
  if (distinct.length > 0) return distinct;
  return neverAccept(varied).map(({ code, summary }) => ({ surface: 'run', record: code, field: summary }));
}
