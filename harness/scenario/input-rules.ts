import { isAbsolute } from 'node:path';
import { attempt, throwIt, type Complain } from '../errors/complain.js';
import { scenarioErrors, type Place } from '../errors/scenario.js';
import type { InputHeader, InputStep, RequestOp, Trigger } from '../schema/index.js';
import { nearest } from './nearest.js';
import type { ScenarioStep } from './scenario.js';

/** What the header's keys ask of each other. */
export function checkHeaderRules(header: InputHeader, place: Place): void {
  if (header.pin && header.headerClass === undefined)
    throw scenarioErrors.rule(
      place,
      'A pin holds the files of a header class, and the header names none.',
      'add "headerClass", or remove "pin"',
    );
  if (header.overridden && header.seam === 'none')
    throw scenarioErrors.rule(
      place,
      'In seam "none" every model call fails, so there is no replay script to override.',
      'write "seam":"session", or remove "overridden"',
    );
}

/** What a schema cannot say: exactly one of several keys, paths that stay in the workspace, sessions opened before they are used. */
export function checkSteps(steps: readonly ScenarioStep[], file: string, complain: Complain = throwIt): void {
  const opened = new Set<string>();
  for (const { step, line } of steps) {
    const place = { file, line };
    const inner = step.op === 'expect_error' ? step.request : step;
    attempt(() => {
      checkOne(inner, place);
      checkSession(inner, opened, place);
    }, complain);
    if (step.op !== 'expect_error' && opens(step)) opened.add(step.session);
  }
}

function checkOne(step: InputStep, place: Place): void {
  switch (step.op) {
    case 'prompt':
      return exactlyOne(step, ['text', 'content'], place);
    case 'raw':
      return exactlyOne(step, ['text', 'base64'], place);
    case 'wait_for':
      exactlyOne(step, ['response', 'frame', 'file', 'log', 'call'], place);
      if (step.contains !== undefined && step.file === undefined)
        throw scenarioErrors.rule(place, '"contains" belongs to "file".', 'add "file", or remove "contains"');
      return checkFile(step.file, place);
    case 'cancel':
    case 'cancel_request':
      return checkFile(fileOf(step.when), place);
    default:
      return undefined;
  }
}

function exactlyOne<Step extends InputStep>(step: Step, keys: readonly (keyof Step & string)[], place: Place): void {
  const given = keys.filter((key) => step[key] !== undefined);
  if (given.length === 1) return;
  const list = keys.map((key) => `"${key}"`).join(', ');
  throw scenarioErrors.rule(
    place,
    given.length === 0 ? `op "${step.op}" needs one of ${list}.` : `op "${step.op}" has ${given.map((key) => `"${key}"`).join(' and ')}.`,
    `give exactly one of ${list}`,
  );
}

function fileOf(when: Trigger | undefined): string | undefined {
  return when && 'file' in when ? when.file : undefined;
}

function checkFile(path: string | undefined, place: Place): void {
  if (path === undefined) return;
  if (isAbsolute(path) || path.includes('\\') || path.split('/').some((part) => part === '..' || part === ''))
    throw scenarioErrors.rule(
      place,
      `File "${path}" does not lie below the workspace.`,
      'write a path relative to the workspace, with "/"',
    );
}

const opens = (step: InputStep): step is Extract<RequestOp, { op: 'new_session' | 'load_session' | 'resume_session' }> =>
  step.op === 'new_session' || step.op === 'load_session' || step.op === 'resume_session';

/** A session's alias stands for an id, which is known once a step has opened it (or `id` gives it). */
function checkSession(step: InputStep, opened: ReadonlySet<string>, place: Place): void {
  if (!('session' in step) || step.op === 'new_session' || opened.has(step.session)) return;
  if (opens(step) && step.id !== undefined) return;
  throw scenarioErrors.unknownSession(place, step.session, [...opened], nearest(step.session, opened));
}
