import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import { refreshCommand } from '../../../reporters/model/commands.js';
import { acceptExpected, loadScenario, surfaceOf } from '../../scenario/index.js';
import type { Scenario } from '../../scenario/index.js';
import type { Acceptance, ReviewManifest, ReviewScenario, SurfaceId } from '../../schema/index.js';
import type { Artifact } from './artifact.js';
import { groupItems } from './item.js';
import type { ItemGroup, ReviewItem } from './item.js';
import { scenarioPlace } from './place.js';
import type { Boundary } from './place.js';

export interface Written {
  /** Paths from the working directory. */
  written: string[];
  removed: string[];
}

const WHY_STALE = 'stale: the expected file here is not the one the report compared with; run the tests again';

/**
 * A report under review: what of it can be accepted here and now, and the writing of it. Nothing is trusted to have
 * stayed as it was: before each write the scenario is loaded again and compared with what the report compared with.
 */
export class ReviewSession {
  readonly items: ReviewItem[];
  readonly groups: ItemGroup[];
  readonly done: Written = { written: [], removed: [] };

  private constructor(
    readonly artifact: Artifact,
    readonly manifest: ReviewManifest,
    private readonly boundary: Boundary,
  ) {
    const names = manifest.scenarios.map(({ scenario }) => scenario);
    this.items = manifest.scenarios.flatMap((scenario) => {
      const isUnique = names.indexOf(scenario.scenario) === names.lastIndexOf(scenario.scenario);
      const name = isUnique ? scenario.scenario : scenario.directory;
      return scenario.surfaces.map((surface): ReviewItem => ({ target: `${surface.surface}:${name}`, scenario, surface, state: 'open' }));
    });
    this.groups = groupItems(manifest.groups, this.items);
  }

  /** @throws AcpError `ACP_REVIEW_…` where the report cannot be read. */
  static async open(artifact: Artifact, boundary: Boundary): Promise<ReviewSession> {
    const session = new ReviewSession(artifact, await artifact.manifest(), boundary);
    await session.look();
    return session;
  }

  /** Looks again at what is on disk. What was rejected stays so. */
  async look(): Promise<void> {
    for (const scenario of this.manifest.scenarios) {
      const items = this.items.filter((item) => item.scenario === scenario);
      for (const item of items) refuseStrangePlan(item);
      const asked = items.filter(({ surface }) => surface.acceptance !== undefined && scenario.blocked === undefined);
      for (const item of items) if (!asked.includes(item)) settle(item, 'refused', whyRefused(item));
      const local = asked.length > 0 ? await this.#load(scenario) : undefined;
      for (const item of asked) {
        if (typeof local === 'string') settle(item, 'refused', local);
        else if (item.state !== 'rejected') judge(item, local!);
      }
    }
  }

  /** Writes the files of these surfaces, where they may be accepted; the others keep the reason why not. */
  async accept(items: readonly ReviewItem[]): Promise<Written> {
    const result: Written = { written: [], removed: [] };
    for (const item of items) {
      if (item.state === 'rejected') item.state = 'open';
      if (item.surface.acceptance === undefined || item.scenario.blocked) continue;
      const local = await this.#load(item.scenario);
      if (typeof local === 'string') settle(item, 'refused', local);
      else {
        judge(item, local);
        if (item.state === 'open') await this.#write(item, local, result);
      }
    }
    this.done.written.push(...result.written);
    this.done.removed.push(...result.removed);
    return result;
  }

  /** Nothing is written; what was accepted already stays written. */
  reject(items: readonly ReviewItem[]): void {
    for (const item of items) if (item.state === 'open') item.state = 'rejected';
  }

  /** What sees the surfaces that the run did not reach, by scenario. */
  refreshCommands(): { scenario: string; command: string }[] {
    return this.manifest.scenarios
      .filter(({ drifted }) => drifted)
      .map(({ scenario, pin }) => ({ scenario, command: refreshCommand(scenario, pin) }));
  }

  async #write(item: ReviewItem, local: Scenario, result: Written): Promise<void> {
    const { write, remove } = item.surface.acceptance!;
    try {
      const files = new Map<string, Uint8Array | undefined>(remove.map((name) => [name, undefined]));
      for (const { name, sha256 } of write) files.set(name, await this.artifact.content(sha256));
      const { written, removed } = await acceptExpected(local, files);
      const shown = (name: string) => relative(process.cwd(), join(local.dir, name)).replaceAll('\\', '/');
      result.written.push(...written.map(shown));
      result.removed.push(...removed.map(shown));
      settle(item, 'accepted');
    } catch (error) {
      settle(item, 'refused', problemText(error));
    }
  }

  /** The scenario as it is on disk, or why it is not touched. */
  async #load({ directory, scenario }: ReviewScenario): Promise<Scenario | string> {
    const place = await scenarioPlace(directory, this.boundary);
    if (place === undefined) return `no directory ${directory} below ${this.boundary.within.join(' or ')}`;
    if (basename(place) !== scenario) return `the directory ${directory} is not that of scenario ${scenario}`;
    try {
      return await loadScenario(place);
    } catch (error) {
      return problemText(error);
    }
  }
}

/** Only files of the surface itself, and none removed that was not there. */
function refuseStrangePlan({ surface }: ReviewItem): void {
  const { acceptance: plan } = surface;
  if (!plan) return;
  const base = new Set(plan.base.map(({ name }) => name));
  const isOwn = (name: string): boolean =>
    surfaceOf(name) === surface.surface && !name.includes('\\') && name.split('/').every((part) => !['', '.', '..'].includes(part));
  const strange =
    [...plan.write.map(({ name }) => name), ...plan.remove].find((name) => !isOwn(name)) ?? plan.remove.find((name) => !base.has(name));
  if (strange === undefined) return;
  delete surface.acceptance;
  surface.refused = `${strange} is no expected file of this surface`;
}

function judge(item: ReviewItem, local: Scenario): void {
  const plan = item.surface.acceptance!;
  const now = committed(item.surface.surface, local);
  if (isSame(now, after(plan))) settle(item, 'accepted');
  else if (isSame(now, new Map(plan.base.map(({ name, sha256 }) => [name, sha256])))) settle(item, 'open');
  else settle(item, 'refused', WHY_STALE);
}

/** The files that decide about a surface, by hash; the recorded logs among them for the log. */
function committed(surface: SurfaceId, { files }: Scenario): Map<string, string> {
  const own = [...files.expected].filter(([name]) => surfaceOf(name) === surface);
  const all = new Map(surface === 'session-log' ? [...files.logs, ...own] : own);
  return new Map([...all].map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]));
}

function after({ base, write, remove }: Acceptance): Map<string, string> {
  const files = new Map(base.filter(({ name }) => !remove.includes(name)).map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of write) files.set(name, sha256);
  return files;
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([name, hash]) => b.get(name) === hash);
}

function whyRefused({ scenario, surface }: ReviewItem): string {
  if (surface.status === 'not-reached') return surface.refused ?? 'not reached';
  if (scenario.blocked) return `never accepted: ${scenario.blocked.code}`;
  return surface.refused ?? 'the report does not hold what accepting it would write';
}

function settle(item: ReviewItem, state: ReviewItem['state'], reason?: string): void {
  item.state = state;
  if (reason === undefined) delete item.reason;
  else item.reason = reason;
}

function problemText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { problem } = error as { problem?: { summary: string; facts?: readonly (readonly [string, string])[] } };
  if (!problem) return error.message;
  return [problem.summary, ...(problem.facts ?? []).slice(0, 2).map(([label, value]) => `${label}: ${value}`)].join(' ');
}
