import { readFile } from 'node:fs/promises';
import { scenarioErrors } from '../errors/scenario.js';

/** Reads a file as strict UTF-8; a byte order mark is kept, so that it can be refused. */
export async function readText(file: string): Promise<string> {
  return decodeText(await readFile(file), file);
}

export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw scenarioErrors.notUtf8(file);
  }
}

/** Parses a JSON file of a scenario; every failure names the line. */
export function parseJson(text: string, file: string): unknown {
  if (text.trim() === '') throw scenarioErrors.fileEmpty(file);
  refuseEditorDamage(text, file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message;
    throw scenarioErrors.malformedJson({ file, line: lineOf(text, reason) }, reason.replace(/ \(line \d+ column \d+\)$/, ''));
  }
}

/** Refuses what editors and merges leave in a text file: a byte order mark, CRLF, conflict markers. */
export function refuseEditorDamage(text: string, file: string): void {
  if (text.startsWith('\uFEFF')) throw scenarioErrors.byteOrderMark(file);
  refuseConflictMarkers(text, file);
  const carriageReturn = text.indexOf('\r\n');
  if (carriageReturn !== -1) throw scenarioErrors.carriageReturn({ file, line: lineAt(text, carriageReturn) });
}

export function refuseConflictMarkers(text: string, file: string): void {
  const marker = /^(?:<{7} |>{7} )/m.exec(text);
  if (marker) throw scenarioErrors.conflictMarker({ file, line: lineAt(text, marker.index) });
}

/** Node words the place as `at position 12` or `(line 1 column 13)`; at the end of the text it gives none. */
function lineOf(text: string, reason: string): number {
  const line = /\(line (\d+) column \d+\)/.exec(reason)?.[1];
  if (line !== undefined) return Number(line);
  return lineAt(text, Number(/at position (\d+)/.exec(reason)?.[1] ?? text.trimEnd().length));
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
