import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { readAssets } from '../../../reporters/html/assets.js';
import { readBlocks } from '../../../reporters/html/blocks.js';
import { renderDocument } from '../../../reporters/html/document.js';
import { pack } from '../../../reporters/html/pack.js';
import { REVIEW_BLOCK } from '../../../reporters/model/review-state.js';
import type { ReviewState } from '../../../reporters/model/review-state.js';
import { openFile } from '../../../reporters/open.js';
import { reviewErrors } from '../../errors/review.js';
import type { ReviewSession } from './session.js';
import { plural, writtenLines } from './tell.js';

const HOST = '127.0.0.1';
const MOST_BODY = 1024 * 1024;

const decision = z.strictObject({ action: z.enum(['accept', 'reject']), targets: z.array(z.string()).max(100_000) });

export interface ServeOptions {
  open: boolean;
  say: (lines: readonly string[]) => void;
}

/**
 * Serves the report's page with accept and reject buttons, to this machine only, until the reader finishes or Ctrl-C.
 * The page is drawn by this package from the report's data: code that came with a report is not run.
 *
 * @throws AcpError `ACP_REVIEW_NO_PAGE`
 */
export async function serveReview(session: ReviewSession, { open, say }: ServeOptions): Promise<void> {
  const page = await session.artifact.page();
  const blocks = page === undefined ? undefined : readBlocks(page);
  if (!blocks?.has('index')) throw reviewErrors.noPage(session.artifact.place);

  const token = randomBytes(24).toString('base64url');
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    // One after the other: two decisions must not write at once.
    before = before.then(() => answer(request, response)).catch(() => refuse(response, 500, 'The request could not be answered.'));
  });
  const address = await listen(server);
  const url = `http://${address}/${token}/`;
  say(['Review in the browser, on this machine only; Finish there or Ctrl-C here ends it:', `  ${url}`]);
  if (open && process.stdout.isTTY) openFile(url, process.platform);
  process.once('SIGINT', finish);
  process.once('SIGTERM', finish);
  await finished;
  process.off('SIGINT', finish);
  process.off('SIGTERM', finish);
  await before;
  server.close();
  server.closeAllConnections();
  const { written, removed } = session.done;
  say(['', ...writtenLines(session.done), `${plural(written.length + removed.length, 'file')} written or removed.`]);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another name for this address, or another page's request, is not ours to answer.
    if (request.headers.host !== address) return refuse(response, 403, 'Not this host.');
    const [, given = '', what = '', ...rest] = (request.url ?? '').split('/');
    if (!isToken(given, token) || rest.length > 0) return refuse(response, 404, 'Nothing here.');
    if (request.method === 'GET' && what === '') return sendPage(response);
    if (what !== 'decide' && what !== 'finish') return refuse(response, 404, 'Nothing here.');
    if (request.method !== 'POST') return refuse(response, 405, 'Not this way.');
    if (request.headers.origin !== `http://${address}`) return refuse(response, 403, 'Not from there.');
    if (request.headers['content-type'] !== 'application/json') return refuse(response, 415, 'Not this content.');
    const body = await readBody(request);
    if (body === undefined) return refuse(response, 413, 'Too much.');
    if (what === 'decide' && !(await decide(body))) return refuse(response, 400, 'Not a decision about this report.');
    send(response, 200, 'application/json', JSON.stringify(stateOf(session)));
    if (what === 'finish') response.once('close', finish);
  }

  async function decide(body: string): Promise<boolean> {
    const parsed = decision.safeParse(parseJson(body));
    if (!parsed.success) return false;
    const targets = new Set(parsed.data.targets);
    const items = session.items.filter(({ target }) => targets.has(target));
    if (items.length !== targets.size) return false;
    if (parsed.data.action === 'reject') session.reject(items);
    else say(writtenLines(await session.accept(items)));
    return true;
  }

  async function sendPage(response: ServerResponse): Promise<void> {
    await session.look();
    const html = renderDocument(readAssets(), new Map([...blocks!, [REVIEW_BLOCK, pack(stateOf(session))]]), { connects: true });
    send(response, 200, 'text/html; charset=utf-8', html);
  }
}

/** What the page is told. */
export function stateOf({ items, groups, done }: ReviewSession): ReviewState {
  return {
    items: items.map(({ target, scenario, surface, state, reason }) => ({
      target,
      directory: scenario.directory,
      surface: surface.surface,
      state,
      ...(reason !== undefined && { reason }),
    })),
    groups: groups.map(({ surface, kind, label, path, expected, actual, items, partly }) => ({
      surface,
      kind,
      label,
      path,
      ...(expected !== undefined && { expected }),
      ...(actual !== undefined && { actual }),
      targets: items.map(({ target }) => target),
      partly: partly.map(({ target }) => target),
    })),
    written: done.written.length + done.removed.length,
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, () => resolve(`${HOST}:${(server.address() as AddressInfo).port}`));
  });
}

function isToken(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.end();
  else send(response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    connection: 'close',
  });
  response.end(body);
}
