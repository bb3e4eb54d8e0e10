import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCassette } from '../cassette/index.js';
import { redactText, type SecretFinding, type Secrets } from '../redact/index.js';
import { deriveReplayScript, parseSessionLog, toReplaySource } from '../replay/index.js';
import { CASSETTE, isAuthoredCassette, listFiles, loadScenario, sessionLogName, type Pin, type Scenario } from '../scenario/index.js';
import type { Provenance, SurfaceId } from '../schema/index.js';
import { headerCall } from '../surfaces/index.js';
import { callsOf } from './decisions.js';
import type { Run } from './run.js';

/** Copies what the author of a scenario writes (input, override, seed, authored cassette) to a folder of its own, and loads it there. */
export async function stageAuthored(scenario: Scenario, folder: string): Promise<Scenario> {
  const dir = join(folder, scenario.name);
  await mkdir(dir, { recursive: true });
  for (const name of ['input.jsonl', 'replay.override.json', 'workspace'])
    await cp(join(scenario.dir, name), join(dir, name), { recursive: true, verbatimSymlinks: true }).catch(ignoreMissing);
  const cassette = await readFile(join(scenario.dir, CASSETTE), 'utf8').catch(() => '');
  if (isAuthoredCassette(cassette)) await writeFile(join(dir, CASSETTE), cassette);
  return loadScenario(dir, { forRecord: true });
}

/** What was put into place of a run's own values. */
export interface Staged {
  scenario: Scenario;
  /** Where something was redacted: by rule and place, never what. */
  redacted: SecretFinding[];
  /** Model calls that the written logs or cassette replay. */
  entries: number;
}

/** Writes the replay source of a live run, and the requests its replay has to make, into the staged scenario. */
export async function stageRecording(
  staged: Scenario,
  live: Run,
  options: { secrets: Secrets; provenance: Provenance; withRequests: boolean },
): Promise<Staged> {
  const { dir } = staged;
  const redacted: SecretFinding[] = [];
  let entries = 0;
  for (const [index, { text }] of live.logs.entries()) {
    const name = sessionLogName(index + 1);
    const source = toReplaySource(text, { cwd: live.bindings!.cwd, redact: options.secrets, file: name });
    redacted.push(...source.findings.map((finding) => ({ ...finding, place: `${name} ${finding.place}` })));
    if (!staged.header.overridden) entries += deriveReplayScript(parseSessionLog(source.text, name), name).length;
    await writeFile(join(dir, name), source.text);
  }
  if (live.cassette !== undefined) {
    const { text, findings } = redactText(live.cassette, options.secrets);
    redacted.push(...findings.map(({ rule, place }) => ({ rule, place: `${CASSETTE} ${place}` })));
    entries += parseCassette(text, CASSETTE).exchanges.length;
    await writeFile(join(dir, CASSETTE), text);
  }
  const requests = textOf(live, 'requests', 'requests.expected.jsonl');
  if (options.withRequests && requests !== undefined)
    await writeFile(join(dir, 'requests.expected.jsonl'), redactText(requests, options.secrets).text);
  await writeProvenance(join(dir, 'input.jsonl'), options.provenance);
  return { scenario: await loadScenario(dir, { forRecord: true }), redacted, entries };
}

/** The live run's own header files, so that its replay is verified against them and not against an older pin. */
export async function stagePin(live: Run, folder: string, scenario: string): Promise<Pin | undefined> {
  const calls = callsOf(live.decisions).toSorted((a, b) => a.lane - b.lane || a.place - b.place);
  const call = headerCall(calls);
  if (!call || live.scenario.header.headerClass === undefined) return undefined;
  const pin = { scenario, system: join(folder, 'system-prompt.expected.md'), tools: join(folder, 'tool-schemas.expected.json') };
  await writeFile(pin.system, call.request.system);
  await writeFile(pin.tools, `${JSON.stringify(call.request.tools, null, 2)}\n`);
  return pin;
}

/** The header line with the provenance in it; the steps keep their bytes. */
async function writeProvenance(file: string, provenance: Provenance): Promise<void> {
  const text = await readFile(file, 'utf8');
  const end = text.indexOf('\n');
  const header = { ...(JSON.parse(text.slice(0, end)) as object), provenance };
  await writeFile(file, `${JSON.stringify(header)}${text.slice(end)}`);
}

/** Every file of a staged scenario but its seed. */
export async function readStage(dir: string): Promise<Map<string, Uint8Array>> {
  const names = (await listFiles(dir)).filter((name) => !name.startsWith('workspace/'));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name))] as const)));
}

/** The files of a scenario's workspace seed. */
export async function readSeed(dir: string): Promise<Map<string, Uint8Array>> {
  const names = (await listFiles(dir)).filter((name) => name.startsWith('workspace/'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name)).catch(() => new Uint8Array())] as const)),
  );
}

export function textOf(run: Run, surface: SurfaceId, name: string): string | undefined {
  const file = run.surfaces.find((actual) => actual.surface === surface)?.files.find((one) => one.name === name);
  return file && new TextDecoder().decode(file.content);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
