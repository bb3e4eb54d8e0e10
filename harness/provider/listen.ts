import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { providerErrors } from '../errors/provider.js';
import type { LoopbackProviderOptions } from './options.js';

/** A server that is up. */
export interface Listening {
  /** Scheme, host and port. */
  origin: string;
  port: number;
  /** From now on nobody listens, and connections without a request end. */
  refuse: () => void;
  /** Ends every connection, and the server unless it was handed in. */
  close: () => Promise<void>;
}

/** What comes over a connection beside requests. */
export interface Strays {
  upgrade: (path: string, protocol: string, socket: Duplex) => void;
  connect: (target: string, socket: Duplex) => void;
}

/** Listens on 127.0.0.1 at a fresh port, or serves the connections of a server that was handed in. */
export async function listen(handler: RequestListener, strays: Strays, options: LoopbackProviderOptions): Promise<Listening> {
  // The client decides how long it waits: a reply may hang for as long as the recorded one did.
  const http = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, handler);
  const sockets = trackSockets(http);
  http.on('upgrade', (request, socket) => strays.upgrade(request.url ?? '', request.headers.upgrade ?? '', socket));
  http.on('connect', (request, socket) => strays.connect(request.url ?? '', socket));
  http.on('clientError', (_error, socket) => socket.destroy());

  const own = options.server ? undefined : http;
  if (own)
    await new Promise<void>((resolve, reject) =>
      own.once('error', (error) => reject(providerErrors.cannotListen(error))).listen(0, '127.0.0.1', resolve),
    );
  const adopt = (socket: Socket): boolean => http.emit('connection', socket);
  options.server?.listening.on('connection', adopt);

  const { origin, port } = addressOf(options.server?.listening ?? http, options.server?.url);
  return {
    origin,
    port,
    refuse() {
      (options.server?.listening ?? http).close();
      http.closeIdleConnections();
    },
    async close() {
      options.server?.listening.off('connection', adopt);
      const closed = own ? new Promise<void>((resolve) => own.close(() => resolve())) : Promise.resolve();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A fresh secret path, with its slash. */
export function secretPath(secret: string | undefined): string {
  if (secret === '') return '';
  return `/${secret ?? randomBytes(12).toString('hex')}`;
}

function addressOf(server: NetServer | Server, url: string | undefined): { origin: string; port: number } {
  if (url !== undefined) {
    const { origin, port, protocol } = new URL(url);
    return { origin, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
  }
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw providerErrors.cannotListen(new Error('the server that was handed in has no port; say in `url` where the agent finds it'));
  const { port } = address satisfies AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port };
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An agent that ends in the middle is no failure of ours.
    socket.on('error', () => undefined);
  });
  return sockets;
}
