import { join } from 'node:path';
import type { AcpError } from '../errors/acp-error.js';
import { attempt, type Complain } from '../errors/complain.js';
import { scenarioErrors } from '../errors/scenario.js';
import type { CorpusFile } from '../guards/index.js';
import { scanJsonl, type JsonlLine } from '../jsonl/index.js';
import { deriveEntries } from '../replay/derive.js';
import { parseSessionLog } from '../replay/index.js';
import type { InputHeader } from '../schema/index.js';
import { callsInSeamNone, checkContent, isOurs } from './contents.js';
import { checkSteps } from './input-rules.js';
import { parseHeader, parseStep } from './input.js';
import { laneOf } from './inventory.js';
import type { ScenarioStep } from './scenario.js';

/** Strict UTF-8, with the byte order mark where there is one, so that it can be refused. */
function marked(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The header of an input, and complaints about all its lines. */
export function readInput(bytes: Uint8Array, file: string, directory: string, complain: Complain): InputHeader | undefined {
  const text = marked(bytes);
  if (text === undefined || text.trim() === '') {
    complain(text === undefined ? scenarioErrors.notUtf8(file) : scenarioErrors.fileEmpty(file));
    return undefined;
  }
  const faults: AcpError[] = [];
  const lines = scanJsonl(text, file, (error) => faults.push(error));
  faults.forEach(complain);
  // What stands on the other lines can be judged all the same; the first line has to be there.
  if (lines[0]?.line !== 1) return undefined;
  const place = { file, line: 1 };
  const header = attempt(() => parseHeader(lines[0]!.value, place), complain);
  if (header && header.scenario !== directory) complain(scenarioErrors.nameDiffers(place, header.scenario, directory));
  const steps = readSteps(lines.slice(1), file, complain);
  if (steps === 0 && faults.length === 0) complain(scenarioErrors.noSteps(file));
  return header;
}

/** @returns how many lines there are */
function readSteps(lines: readonly JsonlLine[], file: string, complain: Complain): number {
  const steps: ScenarioStep[] = [];
  for (const { line, value } of lines) {
    const step = attempt(() => parseStep(value, { file, line }), complain);
    if (step) steps.push({ step, line });
  }
  // A step that cannot be read may have opened the session that later ones name.
  if (steps.length === lines.length) checkSteps(steps, file, complain);
  return lines.length;
}

/** One file, read as far as its form allows; `complain` is told of everything that is wrong with it. */
export function readFileOf(
  name: string,
  bytes: Uint8Array,
  dir: string,
  shown: string,
  owner: { name: string; header: InputHeader | undefined },
  complain: Complain,
): CorpusFile {
  const text = marked(bytes)?.replace(/^\uFEFF/, '');
  const file: CorpusFile = { name, path: `${shown}/${name}`, bytes, ...(text !== undefined && { text }) };
  if (name === 'input.jsonl' || !isOurs(name)) return file;
  const path = join(dir, name);
  const faults: AcpError[] = [];
  const note: Complain = (error) => void faults.push(error);
  if (text === undefined) note(scenarioErrors.notUtf8(path));
  const content = text === undefined ? {} : readContent(name, bytes, path, owner, note);
  faults.forEach(complain);
  return faults.length > 0 ? file : { ...file, sound: true, ...content };
}

function readContent(
  name: string,
  bytes: Uint8Array,
  path: string,
  owner: { name: string; header: InputHeader | undefined },
  note: Complain,
): Pick<CorpusFile, 'records' | 'log'> {
  const text = marked(bytes)!;
  const faults: AcpError[] = [];
  const records = name.endsWith('.jsonl') ? scanJsonl(text, path, (error) => faults.push(error)) : undefined;
  faults.forEach(note);
  if (faults.length > 0) return {};
  const header = owner.header ?? { seam: 'session' };
  if (laneOf(name) === undefined || name.includes('.expected.') || text.trim() === '') {
    checkContent(name, text, path, { name: owner.name, header }, note);
    return records ? { records } : {};
  }
  const parsed = attempt(() => parseSessionLog(text, path), note);
  const entries = parsed && attempt(() => deriveEntries(parsed, path), note);
  if (!parsed || !entries) return {};
  if (header.seam === 'none' && entries.length > 0) note(callsInSeamNone(path, entries.length));
  return { records: records!, log: { parsed, entries } };
}
