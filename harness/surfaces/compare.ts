import type { ComparedFile, FieldNormalizer, SurfaceComparison, SurfaceStatus } from '../schema/index.js';
import type { ActualFile, SurfaceActual } from './actual.js';
import { ChangeList } from './change-list.js';
import { compareText, type TextComparison } from './compare-text.js';
import { expectedFiles } from './expected-files.js';
import { dropUnreached } from './unreached.js';
import { decodeText } from './workspace.js';

export interface CompareContext {
  readonly scenario?: string;
  readonly normalizers?: readonly FieldNormalizer[] | undefined;
}

/** Note of a sidecar that another scenario of the header class holds: where its bytes are not handed in, it is skipped. */
export const PINNED_ELSEWHERE = 'pinned elsewhere';

/**
 * Compares one surface of a run with the committed files of its scenario directory. Plain data; nothing is written.
 *
 * @param expected the scenario's expected files by name, and its recorded logs (`session.jsonl`, `session.1.jsonl`, …)
 * where the log is compared with them. For a sidecar pinned elsewhere: the pin's files.
 * @throws AcpError `ACP_JSONL_*`, `ACP_REPLAY_LOG` where a recorded log cannot be read.
 */
export function compareSurface(
  actual: SurfaceActual,
  expected: ReadonlyMap<string, Uint8Array>,
  context: CompareContext = {},
): SurfaceComparison {
  const { surface, note, normalized, notCompared } = actual;
  const comparison = {
    surface,
    files: [],
    changes: [],
    changeCounts: {},
    records: { expected: 0, actual: 0 },
    normalized: [...normalized],
    notCompared: [...notCompared],
    ...(note !== undefined && { note }),
  };
  if (actual.status !== 'captured')
    return { ...comparison, status: actual.status, ...(actual.status === 'failed-to-run' && { files: actual.files.map(asCaptured) }) };

  const committed = expectedFiles(surface, expected, {
    scenario: context.scenario ?? scenarioOf(actual),
    normalizers: context.normalizers,
  });
  const produced = new Map(actual.files.map(({ name, content }) => [name, content]));
  if (committed.size === 0) {
    if (note === PINNED_ELSEWHERE) return { ...comparison, status: 'skipped' };
    // An empty workspace is an expectation like any other; nothing else is compared with nothing.
    if (produced.size === 0)
      return surface === 'workspace'
        ? { ...comparison, status: 'matched' }
        : { ...comparison, status: 'skipped', note: note ?? 'nothing to compare' };
  }
  const reached = dropUnreached(actual, committed, produced);
  const names = [...new Set([...committed.keys(), ...produced.keys()])].toSorted();
  const compared = names.map((name) => compareFile(surface, name, reached.expected.get(name), produced.get(name)));
  const list = new ChangeList();
  for (const { changes, changeCounts } of compared) list.addAll({ kept: [...changes], counts: changeCounts });
  const files = compared.map(({ file }) => file);
  return {
    ...comparison,
    status: statusOf(files, surface === 'workspace' && hasOtherExpectations(expected)),
    files,
    changes: list.kept,
    changeCounts: list.counts,
    records: { expected: sum(compared, 'expected'), actual: sum(compared, 'actual') },
    notCompared: [...notCompared, ...reached.notCompared],
  };
}

/** What a run gave until it broke, for a look: it is compared with nothing and is no change. */
function asCaptured({ name, content }: ActualFile): ComparedFile {
  const text = decodeText(content);
  return { name, status: 'missing', encoding: text === undefined ? 'base64' : 'utf8', actual: text ?? base64(content) };
}

const sum = (compared: readonly TextComparison[], side: 'expected' | 'actual'): number =>
  compared.reduce((total, { records }) => total + records[side], 0);

function statusOf(files: readonly ComparedFile[], isExpectedEmpty: boolean): SurfaceStatus {
  if (files.every(({ status }) => status === 'matched')) return 'matched';
  return files.every(({ status }) => status === 'missing') && !isExpectedEmpty ? 'missing' : 'changed';
}

/** A scenario that was written down once and has no `workspace.expected/` expects an empty workspace. */
function hasOtherExpectations(expected: ReadonlyMap<string, Uint8Array>): boolean {
  return [...expected.keys()].some((name) => /\.expected\.[a-z]+$/.test(name));
}

/** Our files name their scenario in the header. */
function scenarioOf({ files }: SurfaceActual): string {
  const [first] = files;
  const line = first ? new TextDecoder().decode(first.content).split('\n', 1)[0]! : '';
  return /"scenario":"([^"]*)"/.exec(line)?.[1] ?? '';
}

function compareFile(
  surface: SurfaceComparison['surface'],
  name: string,
  expected: Uint8Array | undefined,
  actual: Uint8Array | undefined,
): TextComparison {
  const [was, now] = [expected && decodeText(expected), actual && decodeText(actual)];
  const isText = (expected === undefined || was !== undefined) && (actual === undefined || now !== undefined);
  if (isText) return withAlone(compareText(surface, name, was, now), name);
  const same = expected && actual && Buffer.compare(expected, actual) === 0;
  const list = new ChangeList();
  if (expected && actual && !same)
    list.add({
      kind: 'value',
      file: name,
      label: 'binary',
      path: '',
      expected: `${expected.length} bytes`,
      actual: `${actual.length} bytes`,
    });
  const status = !expected ? 'missing' : !actual ? 'removed' : same ? 'matched' : 'changed';
  const file: ComparedFile = {
    name,
    status,
    encoding: 'base64',
    ...(expected && { expected: base64(expected) }),
    ...(actual && { actual: base64(actual) }),
  };
  return withAlone(
    { file, changes: list.kept, changeCounts: list.counts, records: { expected: expected ? 1 : 0, actual: actual ? 1 : 0 } },
    name,
  );
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A file that stands on one side only is one change, whatever it holds. */
function withAlone(comparison: TextComparison, name: string): TextComparison {
  const { status } = comparison.file;
  if (status === 'matched' || status === 'changed') return comparison;
  const kind = status === 'missing' ? 'record added' : 'record removed';
  const list = new ChangeList();
  list.add({ kind, file: name, label: 'file', path: '' });
  return { ...comparison, changes: list.kept, changeCounts: list.counts };
}
