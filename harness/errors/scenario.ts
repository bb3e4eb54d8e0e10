import { AcpError } from './acp-error.js';

/** Where in a scenario's files: `line` counts from 1. */
export interface Place {
  file: string;
  line?: number;
}

export function formatPlace(place: Place): string {
  return place.line === undefined ? place.file : `${place.file}:${place.line}`;
}

/** Common form of everything that can be wrong with a scenario's files. */
function scenarioError(
  code: `ACP_SCENARIO_${string}`,
  summary: string,
  place: Place,
  fix: string,
  facts: readonly (readonly [string, string])[] = [],
): AcpError {
  return new AcpError({ code, summary, facts: [['at', formatPlace(place)], ...facts, ['fix', fix]] });
}

const didYouMean = (nearest: string | undefined, otherwise: string) => (nearest === undefined ? otherwise : `did you mean "${nearest}"?`);

export const scenarioErrors = {
  folderMissing: (folder: string) =>
    scenarioError(
      'ACP_SCENARIO_FOLDER_MISSING',
      'The scenario folder does not exist.',
      { file: folder },
      'create it, or correct the path given to defineScenarios or the config',
    ),
  directoryMissing: (dir: string, known: readonly string[], nearest: string | undefined) =>
    scenarioError(
      'ACP_SCENARIO_MISSING',
      'The scenario directory does not exist.',
      { file: dir },
      didYouMean(nearest, 'create it with an input.jsonl'),
      [['scenarios', known.length > 0 ? known.join(', ') : 'none']],
    ),
  notADirectory: (dir: string) =>
    scenarioError(
      'ACP_SCENARIO_MISSING',
      'A scenario is a directory; this is a file.',
      { file: dir },
      'remove it from the scenario folder',
    ),
  badName: (name: string, folder: string) =>
    scenarioError(
      'ACP_SCENARIO_NAME',
      `Scenario name "${name}" does not name a directory inside the scenario folder.`,
      { file: folder },
      'use letters, digits, ".", "_" and "-", starting with a letter or digit',
    ),
  leavesFolder: (dir: string) =>
    scenarioError(
      'ACP_SCENARIO_NAME',
      'The scenario directory is a symbolic link, so it may lie outside the scenario folder.',
      { file: dir },
      'put the directory itself there',
    ),
  nameDiffers: (place: Place, header: string, directory: string) =>
    scenarioError(
      'ACP_SCENARIO_NAME',
      `The header names scenario "${header}", its directory is "${directory}".`,
      place,
      `write "scenario":"${directory}", or rename the directory`,
    ),
  interrupted: (journal: string) =>
    scenarioError(
      'ACP_SCENARIO_INTERRUPTED',
      'A recording was interrupted while it replaced this scenario.',
      { file: journal },
      'let the recording end, where one is at work; else any command that opens the folder finishes it (check, record, a test), outside of CI',
    ),

  fileMissing: (file: string, what: string, fix: string) => scenarioError('ACP_SCENARIO_FILE_MISSING', what, { file }, fix),
  fileEmpty: (file: string) => scenarioError('ACP_SCENARIO_FILE_EMPTY', 'The file is empty.', { file, line: 1 }, 'write it, or remove it'),
  unknownFile: (file: string, nearest: string | undefined) =>
    scenarioError('ACP_SCENARIO_UNKNOWN_FILE', 'This file does not belong to a scenario.', { file }, didYouMean(nearest, 'remove it')),
  undeclaredFile: (file: string, why: string, fix: string) => scenarioError('ACP_SCENARIO_UNDECLARED_FILE', why, { file }, fix),
  declaredButMissing: (place: Place, file: string) =>
    scenarioError(
      'ACP_SCENARIO_FILE_MISSING',
      `The header says "overridden", but ${file} does not exist.`,
      place,
      `write ${file}, or take "overridden" out of the header`,
    ),
  linkInScenario: (file: string) =>
    scenarioError(
      'ACP_SCENARIO_SYMLINK',
      'Scenario files are plain files; this is a symbolic link.',
      { file },
      'put the file itself there',
    ),
  linkLeavesSeed: (file: string, target: string) =>
    scenarioError(
      'ACP_SCENARIO_SYMLINK',
      'A symbolic link of the workspace seed leaves the seed.',
      { file },
      'link to a path inside workspace/, relative, or copy the file',
      [['target', target]],
    ),
  caseCollision: (file: string, other: string) =>
    scenarioError(
      'ACP_SCENARIO_CASE',
      'Two names differ in case or Unicode form only, so they are one file on other systems.',
      { file },
      'rename one of them',
      [['other', other]],
    ),
  specialFile: (file: string) =>
    scenarioError('ACP_SCENARIO_UNKNOWN_FILE', 'This is neither a file nor a directory.', { file }, 'remove it'),

  byteOrderMark: (file: string) =>
    scenarioError('ACP_SCENARIO_BOM', 'The file starts with a byte order mark.', { file, line: 1 }, 'save it as UTF-8 without BOM'),
  carriageReturn: (place: Place) =>
    scenarioError(
      'ACP_SCENARIO_CRLF',
      'The line ends with CRLF.',
      place,
      'save it with LF line ends, and keep `*.jsonl -text` in .gitattributes',
    ),
  conflictMarker: (place: Place) =>
    scenarioError(
      'ACP_SCENARIO_CONFLICT',
      'The file holds a merge-conflict marker.',
      place,
      'resolve the conflict; an expected file is written anew by a refresh on your machine',
    ),
  notUtf8: (file: string) => scenarioError('ACP_SCENARIO_ENCODING', 'The file is not valid UTF-8.', { file }, 'save it as UTF-8'),
  malformedJson: (place: Place, reason: string) =>
    scenarioError(
      'ACP_SCENARIO_JSON',
      `The file is not valid JSON: ${reason}.`,
      place,
      'mend it there; an expected file can also be removed and refreshed',
    ),

  headerMissing: (place: Place, kind: string) =>
    scenarioError(
      'ACP_SCENARIO_HEADER',
      'The first line is not a header.',
      place,
      `start the file with {"type":"fixture","fixture":"${kind}","schema":1,"scenario":…}`,
    ),
  wrongKind: (place: Place, found: string, wanted: string) =>
    scenarioError(
      'ACP_SCENARIO_HEADER',
      `The header says "fixture":${found}, this file is of kind "${wanted}".`,
      place,
      `write "fixture":"${wanted}", or rename the file`,
    ),
  schemaVersion: (place: Place, found: string) =>
    scenarioError(
      'ACP_SCENARIO_SCHEMA_VERSION',
      `The file has schema ${found}; this version of playwright-acp reads schema 1.`,
      place,
      'install the version that wrote it, or refresh or record the scenario again',
    ),
  sessionLogVersion: (place: Place, reason: string) =>
    scenarioError('ACP_SCENARIO_SESSION_LOG', reason, place, 'record the scenario again with the agent that is tested'),

  unknownOp: (place: Place, op: string, nearest: string | undefined, known: readonly string[]) =>
    scenarioError('ACP_SCENARIO_UNKNOWN_OP', `Unknown op ${op}.`, place, didYouMean(nearest, 'use a known op'), [
      ['known', known.join(', ')],
    ]),
  unknownKey: (place: Place, key: string, where: string, nearest: string | undefined) =>
    scenarioError('ACP_SCENARIO_UNKNOWN_KEY', `Unknown key "${key}" in ${where}.`, place, didYouMean(nearest, 'remove it')),
  unknownValue: (place: Place, path: string, found: string, known: readonly string[], nearest: string | undefined) =>
    scenarioError('ACP_SCENARIO_UNKNOWN_VALUE', `Unknown value ${found} for "${path}".`, place, didYouMean(nearest, 'use a known value'), [
      ['known', known.join(', ')],
    ]),
  invalid: (place: Place, path: string, reason: string, wanted: string) =>
    scenarioError(
      'ACP_SCENARIO_INVALID',
      path === '' ? `Invalid record: ${reason}.` : `Invalid "${path}": ${reason}.`,
      place,
      path === '' ? `write ${wanted}` : `write at "${path}": ${wanted}`,
    ),
  rule: (place: Place, summary: string, fix: string) => scenarioError('ACP_SCENARIO_RULE', summary, place, fix),
  noSteps: (file: string) =>
    scenarioError(
      'ACP_SCENARIO_RULE',
      'The input has a header and no step.',
      { file, line: 1 },
      'add at least one client action, e.g. {"op":"initialize"}',
    ),
  unknownSession: (place: Place, alias: string, known: readonly string[], nearest: string | undefined) =>
    scenarioError(
      'ACP_SCENARIO_UNKNOWN_SESSION',
      `No earlier step opens session "${alias}".`,
      place,
      didYouMean(nearest, `add {"op":"new_session","session":"${alias}"} before it`),
      [['opened', known.length > 0 ? known.join(', ') : 'none']],
    ),

  pinMissing: (folder: string, headerClass: string, classes: readonly string[]) =>
    scenarioError(
      'ACP_SCENARIO_PIN',
      `No scenario pins header class "${headerClass}".`,
      { file: folder },
      `write "pin":true in the header of one scenario of this class and record or refresh it`,
      [['pinned', classes.length > 0 ? classes.join(', ') : 'none']],
    ),
  pinTwice: (folder: string, headerClass: string, names: readonly string[]) =>
    scenarioError(
      'ACP_SCENARIO_PIN',
      `Several scenarios pin header class "${headerClass}".`,
      { file: folder },
      'keep "pin":true in one of them',
      [['pins', names.join(', ')]],
    ),
  pinIncomplete: (file: string, headerClass: string) =>
    scenarioError('ACP_SCENARIO_PIN', `The pin of header class "${headerClass}" lacks this file.`, { file }, 'refresh the pin'),

  exists: (dir: string) =>
    scenarioError('ACP_SCENARIO_EXISTS', 'The scenario is already recorded.', { file: dir }, 'pass --overwrite to replace its recording'),
  notWritable: (dir: string, path: string | undefined, reason: string) =>
    scenarioError(
      'ACP_SCENARIO_NOT_WRITABLE',
      'Nothing was written: the system refused a write in the scenario folder.',
      { file: path ?? dir },
      'make the folder writable (rights, free space, a file where a folder is needed), then run the command again',
      [
        ['scenario', dir],
        ['system', reason],
      ],
    ),
  swapRefused: (dir: string, reason: string) =>
    scenarioError(
      'ACP_SCENARIO_SWAP',
      'The new scenario is written as a whole, but the system refused to put it into its place.',
      { file: dir },
      'make the folder writable; the next command that opens it (check, record, a test) finishes the swap',
      [['system', reason]],
    ),
  notExpected: (file: string) =>
    scenarioError(
      'ACP_SCENARIO_WRITE',
      'Only expected files may be refreshed; this is not one.',
      { file },
      'record the scenario to change its replay source',
    ),
} as const;
