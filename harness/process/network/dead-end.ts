import { createServer } from 'node:http';
import type { Socket as Datagrams } from 'node:dgram';
import type { Server, Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createNameFilter, isLoopback, noSuchName, questionOf } from './names.js';
import { socketOwner } from './socket-owner.js';

/** What was tried, as it was seen. */
export interface SeenAttempt {
  host: string;
  port?: number;
  via: 'proxy' | 'dns' | 'direct';
  by?: string;
}

export type OnAttempt = (attempt: SeenAttempt) => void;

const REFUSAL = 'Refused: in replay an agent reaches nothing but loopback.\n';

/** Serves as an HTTP proxy that refuses everything: CONNECT, absolute URLs, upgrades. Returns its end. */
export function serveProxy(listenOn: Server | { port: 0; host: string }, namespace: number | 'self', onAttempt: OnAttempt) {
  const sockets = new Set<Socket>();
  const tell = (target: string, defaultPort: number | undefined, socket: Socket) => {
    const { host, port } = splitHost(target);
    const by = socketOwner('tcp', socket.remotePort ?? 0, namespace);
    onAttempt({ host, ...definedPort(port ?? defaultPort), via: 'proxy', ...(by !== undefined && { by }) });
  };
  const http = createServer((request, response) => {
    const { target, port } = targetOf(request.url ?? '', request.headers.host);
    tell(target, port, request.socket);
    request.resume();
    response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(REFUSAL);
  });
  const refuse = (socket: Socket) => {
    socket.on('error', () => {});
    socket.end(
      `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\ncontent-length: ${REFUSAL.length}\r\nconnection: close\r\n\r\n${REFUSAL}`,
    );
  };
  http.on('connect', (request, socket) => {
    tell(request.url ?? '', 443, socket as Socket);
    refuse(socket as Socket);
  });
  http.on('upgrade', (request, socket) => {
    const { target, port } = targetOf(request.url ?? '', request.headers.host);
    tell(target, port, socket as Socket);
    refuse(socket as Socket);
  });
  http.on('clientError', (error: Error & { rawPacket?: Uint8Array }, socket) => {
    // Bytes that are no HTTP ask for something too, in a protocol unknown; silence does not.
    if ((error.rawPacket?.length ?? 0) > 0) tell('unknown', undefined, socket as Socket);
    socket.destroy();
  });
  http.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.unref().once('close', () => sockets.delete(socket));
  });
  http.listen(listenOn).unref();
  const end = () => {
    http.close();
    for (const socket of sockets) socket.destroy();
  };
  return { server: http, end, port: () => (http.address() as AddressInfo).port };
}

/** Takes connections that would have left the namespace: noted, and reset. */
export function serveDirect(port: number, server: Server, namespace: number, onAttempt: OnAttempt): void {
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    const host = (socket.localAddress ?? 'unknown').replace(/^::ffff:/, '');
    if (!isLoopback(host)) {
      const by = socketOwner('tcp', socket.remotePort ?? 0, namespace);
      onAttempt({ host, port, via: 'direct', ...(by !== undefined && { by }) });
    }
    socket.resetAndDestroy();
  });
}

/** Answers every name lookup that there is no such name. `reset` begins a run anew. */
export function serveNames(names: Datagrams, namespace: number, onAttempt: OnAttempt): { reset(): void } {
  let means = createNameFilter();
  names.on('error', () => {});
  names.on('message', (packet, from) => {
    const host = questionOf(packet);
    if (host === undefined) return;
    if (means(host)) {
      const by = socketOwner('udp', from.port, namespace);
      onAttempt({ host, via: 'dns', ...(by !== undefined && { by }) });
    }
    names.send(noSuchName(packet), from.port, from.address);
  });
  return { reset: () => void (means = createNameFilter()) };
}

function targetOf(url: string, host: string | undefined): { target: string; port: number | undefined } {
  try {
    const { host: target, protocol } = new URL(url);
    return { target, port: protocol === 'https:' || protocol === 'wss:' ? 443 : 80 };
  } catch {
    // Taken for a server: the Host header says what was meant.
    return { target: host ?? 'unknown', port: 80 };
  }
}

function splitHost(target: string): { host: string; port?: number } {
  const match = /^(.*?)(?::(\d+))?$/.exec(target)!;
  const host = (match[1] ?? '').replace(/^\[|\]$/g, '');
  return { host: host === '' ? 'unknown' : host.toLowerCase(), ...definedPort(match[2] === undefined ? undefined : Number(match[2])) };
}

const definedPort = (port: number | undefined) => (port === undefined ? {} : { port });
