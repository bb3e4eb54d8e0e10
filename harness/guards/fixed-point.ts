import { CASSETTE_FILE, createWireNormalizer } from '../cassette/index.js';
import { diffFields } from '../diff/index.js';
import { createCounts, createFrameNormalizer, createTokens, normalizeForeignLogs, normalizeSessionLog } from '../normalize/index.js';
import { createFieldNormalizers } from '../normalize/index.js';
import { normalizeRequest } from '../replay/index.js';
import {
  exchange,
  isWireRequest,
  outcome as outcomeSchema,
  requestRecord,
  transcriptRecord,
  type SessionLog,
  type WireRequest,
} from '../schema/index.js';
import { outcomeSurface } from '../surfaces/index.js';
import { cassetteOf, mintedIn } from './cassette.js';
import type { CorpusFile, CorpusScenario } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import { normalizersOf, type Guard, type GuardContext } from './guard.js';

type Normalize = (records: readonly unknown[], scenario: CorpusScenario, context: GuardContext) => unknown[];

const NO_BINDINGS = { cwd: [], home: [], tmp: [] };

/** Normalizing what is committed changes nothing: else a file was edited by hand, or holds what is volatile. */
export const fixedPoint: Guard = {
  name: 'fixed-point',
  asks: 'Normalizing a committed expected file changes nothing, and it is written as we write it.',
  check: ({ scenarios }, context) =>
    scenarios.flatMap((scenario) => [...scenario.files.values()].flatMap((file) => checkFile(file, scenario, context))),
};

function checkFile(file: CorpusFile, scenario: CorpusScenario, context: GuardContext): GuardFinding[] {
  if (file.name === 'outcome.expected.json' || file.name === 'tool-schemas.expected.json') return checkJson(file, scenario);
  const normalize = normalizerOf(file.name);
  if (!normalize || !file.records) return [];
  const [header, ...rows] = file.records;
  const normalized = normalize(
    rows.map(({ value }) => value),
    scenario,
    context,
  );
  const wrong = [header!, ...rows].flatMap(({ value, raw, line }, index) => {
    const now = index === 0 ? value : normalized[index - 1];
    if (now === undefined || JSON.stringify(now) === raw) return [];
    const [first] = diffFields(value, now);
    return [{ line, path: first?.path }];
  });
  const [first] = wrong;
  if (!first) return [];
  const more = wrong.length > 1 ? `, and ${wrong.length - 1} more records` : '';
  return [
    {
      guard: 'fixed-point',
      scenario: scenario.name,
      place: at(file.path, first.line),
      problem:
        first.path === undefined
          ? `The record is not written as record and refresh write it${more}.`
          : `A normalizer would change ${first.path}: it holds what differs from run to run${more}.`,
      fix: `remove the file and npx playwright test -g ${scenario.name} --update-snapshots`,
    },
  ];
}

function normalizerOf(name: string): Normalize | undefined {
  if (name === 'transcript.expected.jsonl') return transcript;
  if (name === 'requests.expected.jsonl') return requests;
  if (name === CASSETTE_FILE) return cassette;
  return /^session(?:\.\d+)?\.expected\.jsonl$/.test(name) ? sessionLog : undefined;
}

const transcript: Normalize = (records, scenario, context) => {
  const normalizer = createFrameNormalizer({
    bindings: NO_BINDINGS,
    counts: createCounts(),
    normalizers: normalizersOf(scenario, context),
  });
  return records.map((value) => {
    const record = transcriptRecord.safeParse(value).data;
    if (!record || !('frame' in record)) return undefined;
    return { ...(value as object), frame: normalizer.frame(record.frame, record.from) };
  });
};

const sessionLog: Normalize = (records, scenario, context) => {
  const how = { bindings: NO_BINDINGS, counts: createCounts(), normalizers: normalizersOf(scenario, context) };
  // A log in a form of the agent's own; whose it is, its records say in tokens.
  if (!isOurForm(records[0], scenario)) return normalizeForeignLogs([{ session: '{{session#1}}', records }], how)[0]!;
  const [header, ...events] = records;
  // An expected log lacks what is dropped, so it is no log its parser would take.
  return normalizeSessionLog({ header, events } as unknown as SessionLog, how);
};

/** The session seam has logs of one form; in the provider seam an agent's log has its own; without a seam it may be either. */
function isOurForm(first: unknown, { header }: CorpusScenario): boolean {
  if (header?.seam !== 'none') return header?.seam === 'session';
  const { type, version } = (first ?? {}) as { type?: unknown; version?: unknown };
  return type === 'session' && version !== undefined;
}

const requests: Normalize = (records, scenario, context) => {
  const lanes = new Map<number, ReturnType<typeof createTokens>>();
  const applyProfile = createFieldNormalizers(normalizersOf(scenario, context), 'requests', createCounts());
  const wire = wireNormalizer(scenario, context);
  return records.map((value) => {
    const record = requestRecord.safeParse(value).data;
    if (!record) return undefined;
    const tokens = lanes.get(record.lane) ?? createTokens();
    lanes.set(record.lane, tokens);
    if (isWireRequest(record.request)) return { ...(value as object), request: wire(record.request) };
    const request = normalizeRequest(record.request, NO_BINDINGS, tokens);
    applyProfile(request);
    return { ...(value as object), request };
  });
};

const cassette: Normalize = (records, scenario, context) => {
  const wire = wireNormalizer(scenario, context);
  return records.map((value) => {
    const record = exchange.safeParse(value).data;
    return record && { ...(value as object), request: wire(record.request) };
  });
};

/** A token stands for what the pin or the lane's first record holds. */
function wireNormalizer(scenario: CorpusScenario, context: GuardContext): (request: WireRequest) => WireRequest {
  const found = cassetteOf(scenario);
  const byDialect = new Map<string, ReadonlySet<string>>();
  const mintedFor = (request: WireRequest): ReadonlySet<string> => {
    const known = byDialect.get(request.dialect) ?? (found ? mintedIn(found.cassette, request) : new Set<string>());
    byDialect.set(request.dialect, known);
    return known;
  };
  const normalizer = createWireNormalizer({ bindings: NO_BINDINGS, counts: createCounts(), normalizers: normalizersOf(scenario, context) });
  return (request) => ({
    ...normalizer.model(request, mintedFor(request)).request,
    ...(request.system === '{{system}}' && { system: request.system }),
    ...(request.tools === '{{tools}}' && { tools: request.tools }),
  });
}

function checkJson({ name, path, text, sound }: CorpusFile, scenario: CorpusScenario): GuardFinding[] {
  if (!sound) return [];
  const value: unknown = JSON.parse(text!);
  const known = name === 'outcome.expected.json' ? outcomeSchema.safeParse(value).data : undefined;
  if (name === 'outcome.expected.json' && !known) return [];
  const now = known ? outcomeSurface(known, (same) => same).text : `${JSON.stringify(value, null, 2)}\n`;
  if (now === text) return [];
  return [
    {
      guard: 'fixed-point',
      scenario: scenario.name,
      place: path,
      problem: 'The file is not written as record and refresh write it.',
      fix: `remove the file and npx playwright test -g ${scenario.name} --update-snapshots`,
    },
  ];
}
