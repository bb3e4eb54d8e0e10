import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWireNormalizer, formatCassette, requestHeaders } from '../cassette/index.js';
import { refusalReply } from '../dialects/index.js';
import { providerErrors } from '../errors/provider.js';
import { callPlaces, createFaultInjector, parseFault } from '../faults/index.js';
import { createCounts } from '../normalize/index.js';
import type { Decision } from '../schema/index.js';
import type { Handling } from './handling.js';
import { decoded, meaningOf, readBody } from './incoming.js';
import { listen, secretPath } from './listen.js';
import type { LoopbackProvider, LoopbackProviderOptions, ReplayProviderOptions } from './options.js';
import { createRecording } from './recording.js';
import { createReplaying, type FaultHooks } from './replaying.js';
import { createRoutes, type Routes } from './routes.js';
import { serveReply } from './serve.js';

/**
 * Starts the loopback provider: an HTTP server on 127.0.0.1 that stands in for a model's API. In `record` it forwards to
 * the live endpoint, hands the bytes on as they come, and keeps each exchange; in `replay` it serves a cassette. It
 * speaks OpenAI Chat Completions, OpenAI Responses, Anthropic Messages and Gemini; any other request is recorded and
 * served as it was.
 *
 * @throws AcpError `ACP_PROVIDER_*`; `ACP_CASSETTE`, `ACP_JSONL_*`, `ACP_REPLAY_PLAN` with file and line for texts that
 * cannot be read.
 *
 * @example
 * const provider = await startLoopbackProvider({ mode: 'record', upstream: 'https://api.openai.com/v1' });
 * try {
 *   await runMyAgent({ OPENAI_BASE_URL: provider.url });
 *   await writeFile('provider-replay.jsonl', provider.cassette('my-scenario'));
 * } finally {
 *   await provider.close();
 * }
 */
export async function startLoopbackProvider(options: LoopbackProviderOptions): Promise<LoopbackProvider> {
  const decisions: Decision[] = [];
  const append = (decision: Decision): void => {
    const dated = { ...decision, at: performance.timeOrigin + performance.now() };
    decisions.push(dated);
    options.onDecision?.(dated);
    if (options.mode === 'replay' && decision.type === 'decision' && decision.fault) options.fault?.onFault?.('now');
  };
  const underWay = new Set<Promise<void>>();
  const state: { routes?: Routes; handling?: Handling } = {};

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => undefined);
    const route = state.routes!.routeOf(request);
    if (!route) return stray(request, response, append);
    const bytes = await readBody(request).catch(() => undefined);
    // The client ended before it had said what it wanted.
    if (!bytes) return;
    const body = meaningOf(decoded(bytes, request.headers['content-encoding']) ?? bytes);
    await state.handling!.handle({
      ...route,
      request,
      response,
      method: request.method!,
      headers: requestHeaders(request.headers),
      bytes,
      body,
    });
  };
  const listening = await listen(
    (request, response) => {
      const work = answer(request, response).catch(() => void response.destroy());
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    refusing(append, () => state.routes!),
    options,
  );

  try {
    const endpoints = Array.isArray(options.endpoints) ? options.endpoints : Object.keys(options.endpoints ?? {});
    const routes = createRoutes(listening.origin, secretPath(options.secret), endpoints as string[]);
    const counts = createCounts();
    const bindings = options.bindings ?? { cwd: [], home: [], tmp: [] };
    const normalizer = createWireNormalizer({
      bindings,
      counts,
      url: routes.url,
      normalizers: options.normalizers,
      secrets: { canaries: options.canaries ?? [], ...(options.identity && { identity: options.identity }) },
    });
    const recording = options.mode === 'record' ? createRecording(options, normalizer, append) : undefined;
    state.handling =
      recording ??
      createReplaying(options as ReplayProviderOptions, {
        normalizer,
        bindings,
        url: routes.url,
        append,
        ...faultOf(options as ReplayProviderOptions, listening.refuse),
      });
    state.routes = routes;
    const close = async (): Promise<void> => {
      await listening.close();
      await Promise.allSettled(underWay);
    };
    let closing: Promise<void> | undefined;
    return {
      url: routes.url,
      port: listening.port,
      urlOf: routes.urlOf,
      decisions,
      ...(state.handling.played && { played: state.handling.played }),
      exchanges: recording?.recorder.exchanges ?? [],
      plain: recording?.recorder.plain ?? [],
      cassette(scenario) {
        const { exchanges = [], plain = [] } = recording?.recorder ?? {};
        if (exchanges.length === 0) throw providerErrors.nothingCaptured(plain.length);
        return formatCassette({ scenario, exchanges: [...exchanges], plain: [...plain], authored: [] });
      },
      normalizers: () => counts.list(),
      close: () => (closing ??= close()),
    };
  } catch (error) {
    await listening.close();
    throw error;
  }
}

/** What a fault needs of the server. It shows as soon as a decision says so, or as nobody listens. */
function faultOf({ fault }: ReplayProviderOptions, refuse: () => void): { fault?: FaultHooks } {
  if (!fault) return {};
  const { name, call = 1, times, onFault = () => {} } = fault;
  const settings = { fault: parseFault(name), call, ...(times !== undefined && { times }) };
  return {
    fault: {
      injector: (cassette) => createFaultInjector(settings, callPlaces(cassette), cassette.scenario),
      refuse,
      onFault,
    },
  };
}

/** A request below none of the base URLs: it is another process's, or the agent dropped the path of its base URL. */
async function stray(request: IncomingMessage, response: ServerResponse, append: (decision: Decision) => void): Promise<void> {
  const text = `${request.method} ${(request.url ?? '').split('?')[0]}`;
  append({ type: 'note', note: 'stray', text });
  request.resume();
  await serveReply({ ...refusalReply('This path is not below the base URL of the loopback provider.'), status: 404 }, response);
}

/** Upgrades and tunnels are refused, so that a client falls back to plain requests. */
function refusing(append: (decision: Decision) => void, routes: () => Routes) {
  const refuse = (socket: Duplex, status: string, headers: string, message: string): void => {
    const body = refusalReply(message).body!;
    socket.on('error', () => undefined);
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers}connection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  return {
    upgrade(url: string, protocol: string, socket: Duplex): void {
      const path = (routes().routeOf({ url })?.path ?? url).split('?')[0]!;
      append({ type: 'note', note: 'upgrade', text: `${protocol} at ${path || '/'}` });
      refuse(socket, '426 Upgrade Required', 'upgrade: HTTP/1.1\r\n', 'The loopback provider speaks plain HTTP; a WebSocket is refused.');
    },
    connect(target: string, socket: Duplex): void {
      append({ type: 'note', note: 'connect', text: target });
      refuse(socket, '405 Method Not Allowed', 'allow: GET, POST\r\n', 'The loopback provider is no proxy.');
    },
  };
}
