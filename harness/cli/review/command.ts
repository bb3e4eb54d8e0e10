import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ciNoticed } from '../../../fixtures/ci.js';
import { reviewErrors } from '../../errors/review.js';
import { EXIT_CODES } from '../help.js';
import { openArtifact, REPORT_FOLDER } from './artifact.js';
import { askThrough } from './ask.js';
import type { Terminal } from './ask.js';
import type { ReviewItem } from './item.js';
import { serveReview } from './serve.js';
import { ReviewSession } from './session.js';
import { select } from './targets.js';
import { asJson, introLines, itemLines, listLines, plural, refreshLines, writtenLines } from './tell.js';

export interface ReviewArguments {
  command: 'review' | 'apply';
  /** Folder or zip of the report. */
  place: string | undefined;
  config: string | undefined;
  accept: readonly string[];
  reject: readonly string[];
  list: boolean;
  json: boolean;
  ui: boolean;
  open: boolean;
}

/**
 * Reviews a report: lists, accepts and rejects what changed. Writes expected files only.
 *
 * @returns the exit code: 1 where something that was asked for was refused
 * @throws AcpError `ACP_REVIEW_…`
 */
export async function review(args: ReviewArguments): Promise<number> {
  const { command, accept, reject, list, json, ui } = args;
  const noticed = ciNoticed();
  if (noticed !== undefined && !list) throw reviewErrors.inCi(noticed);
  const isAsking = accept.length === 0 && reject.length === 0 && !list && !ui;
  if (isAsking && (json || !process.stdin.isTTY || !process.stdout.isTTY)) throw reviewErrors.noTerminal(command);

  const root = args.config === undefined ? process.cwd() : configFolder(resolve(args.config));
  const artifact = await openArtifact(resolve(args.place ?? join(root, REPORT_FOLDER)));
  try {
    const session = await ReviewSession.open(artifact, { root, within: [...new Set([root, process.cwd()])] });
    if (list) say(json ? [JSON.stringify(asJson(session), null, 2)] : listLines(session));
    else if (ui) await serveReview(session, { open: args.open, say });
    else if (isAsking) await ask(session);
    else return await decide(session, args);
    return EXIT_CODES.done;
  } finally {
    artifact.close();
  }
}

/** Where a config is named, paths of the report start in its folder. */
function configFolder(config: string): string {
  return existsSync(config) && !/\.[cm]?[jt]s$/.test(config) ? config : dirname(config);
}

/** The forms for scripts. */
async function decide(session: ReviewSession, { accept, reject, json }: ReviewArguments): Promise<number> {
  const chosen = select(session.items, session.manifest.groups.length, accept, reject);
  session.reject(chosen.reject);
  const written = await session.accept(chosen.accept);
  const refused = chosen.accept.filter(({ state }) => state === 'refused');
  // A view says again what another surface says: "all" does not fail for it.
  const failed = refused.filter((item) => !isView(item) || accept.includes(item.target));
  if (json) say([JSON.stringify(asJson(session), null, 2)]);
  else {
    say(writtenLines(written));
    const accepted = chosen.accept.filter(({ state }) => state === 'accepted').length;
    say([`${plural(accepted, 'surface')} accepted${chosen.reject.length > 0 ? `, ${chosen.reject.length} rejected` : ''}.`]);
    if (failed.length > 0) say(['', 'Not accepted:', ...failed.flatMap((item) => itemLines(item, 0))]);
    if (chosen.partly.length > 0)
      say(['', 'Not accepted by the group, because they hold other changes too:', ...chosen.partly.flatMap((item) => itemLines(item, 0))]);
    if (chosen.accept.some(({ scenario }) => scenario.drifted)) say(refreshLines(session));
  }
  return failed.length > 0 || (chosen.partly.length > 0 && chosen.accept.length === 0) ? EXIT_CODES.failed : EXIT_CODES.done;
}

const isView = ({ surface }: ReviewItem): boolean => surface.surface === 'tool-calls';

async function ask(session: ReviewSession): Promise<void> {
  say(introLines(session));
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const terminal: Terminal = { ask: (question) => Promise.race([lines.question(question), closed]), say };
  try {
    await askThrough(session, terminal);
  } finally {
    lines.close();
  }
  const { written, removed } = session.done;
  const count = written.length + removed.length;
  say(['', count === 0 ? 'Nothing was written.' : `${plural(count, 'file')} written or removed. Look at them with git diff, and commit.`]);
}

function say(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}
