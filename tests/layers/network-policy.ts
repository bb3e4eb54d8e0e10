import dgram from 'node:dgram';
import net from 'node:net';
import { expect, test } from '@playwright/test';
import type { NetworkPolicy } from './layers.js';

/**
 * Holds a test process to the network policy of its layer. The config loads it, so that no spec can leave it out; the
 * layer is known as soon as a test runs. A breach throws, and fails the test also where the code under test swallows it.
 *
 * Only this process is watched. An agent under test is sealed by the product (see *No way out* in the README).
 */
export function holdToNetworkPolicy(policies: Readonly<Record<string, NetworkPolicy>>): void {
  let layer = '';
  const check = (what: string, isLoopback: boolean) => {
    // A worker serves one project only: what comes between two tests belongs to the same layer.
    layer = currentProject() ?? layer;
    const policy = policies[layer];
    if (policy === undefined || (policy === 'loopback' && isLoopback)) return;
    const breach = `The layer "${layer}" ${policy === 'loopback' ? 'reaches nothing but loopback' : 'opens no socket'}: ${what}.`;
    expect.soft(breach, 'network policy').toBe('');
    throw new Error(breach);
  };

  before(net.Socket.prototype, 'connect', (args) => {
    const { path, host, port } = target(args, 'localhost');
    if (path === undefined) check(`a connection to ${host}:${port}`, LOOPBACK.test(host));
  });
  before(net.Server.prototype, 'listen', (args) => {
    const { path, host, port } = target(args, 'any address');
    if (path === undefined) check(`a server on ${host}:${port}`, LOOPBACK.test(host));
  });
  // A socket that another process opened and handed over is nothing that is opened here: the agent's own network sends by it.
  const handedOver = new WeakSet<object>();
  for (const method of ['bind', 'connect', 'send'] as const)
    before(dgram.Socket.prototype, method, (args, socket) => {
      const [first] = args;
      if (method === 'bind' && typeof first === 'object' && first !== null && !('port' in first)) handedOver.add(socket);
      if (handedOver.has(socket)) return;
      const address = args.findLast((arg) => typeof arg === 'string') ?? 'any address';
      check(`UDP, ${method} ${address}`, LOOPBACK.test(address));
    });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

function currentProject(): string | undefined {
  try {
    return test.info().project.name;
  } catch {
    return undefined;
  }
}

/** `connect` and `listen` take (options), (port, host), (path), and from inside Node an array of what they were given. */
function target(args: readonly unknown[], fallback: string): { path?: string; host: string; port: string } {
  const given = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const [first, second] = given;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first, host: '', port: '' };
  if (typeof first === 'object' && first !== null) {
    const { path, host, port } = first as { path?: string; host?: string; port?: number | string };
    // Without a port it is a path, or a handle that somebody else opened.
    if (port === undefined) return { path: path ?? '', host: '', port: '' };
    return { host: host ?? fallback, port: String(port) };
  }
  return { host: typeof second === 'string' ? second : fallback, port: String(first) };
}

function before(prototype: object, method: string, watch: (args: readonly unknown[], target: object) => void): void {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[method]!;
  methods[method] = function (this: object, ...args: unknown[]) {
    watch(args, this);
    return original.apply(this, args);
  };
}
