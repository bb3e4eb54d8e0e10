// Tries to leave the machine: to an address, by name, through the proxy, and each again by a grandchild; argv: the port of a listener on the host's loopback.
import { spawn, spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { reply, serve, update } from './agent-lines.mjs';

const [port, ways, asChild] = process.argv.slice(2);

const connect = (host, to) =>
  new Promise((resolve) => {
    const socket = net.connect({ host, port: Number(to), timeout: 3000 });
    socket.on('connect', () => socket.write(`hello from ${process.pid}\n`));
    socket.on('data', (bytes) => resolve(`answered ${bytes}`));
    socket.on('error', ({ code }) => resolve(code));
    socket.on('timeout', () => resolve('no answer'));
    socket.on('close', () => resolve('closed'));
  });

const throughProxy = () =>
  new Promise((resolve) => {
    const proxy = new URL(process.env.HTTPS_PROXY);
    const request = http.request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: 'telemetry.example.com:443' });
    request.on('connect', ({ statusCode }) => resolve(statusCode)).on('error', ({ code }) => resolve(code));
    request.end();
  });

const WAYS = {
  listener: () => connect('127.0.0.1', port),
  // An address of the documentation: nobody has it.
  ip: () => connect('192.0.2.7', 443),
  dns: () =>
    lookup('updates.example.com').then(
      ({ address }) => address,
      ({ code }) => code,
    ),
  proxy: throughProxy,
  grandchild: () => {
    const args = [fileURLToPath(import.meta.url), port, 'listener,ip,dns', 'child'];
    // By a shell, in a process group of its own: as far from the agent as it gets.
    const child = spawn('/bin/sh', ['-c', '"$0" "$@"', process.execPath, ...args], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new Promise((resolve) => {
      let said = '';
      child.stdout.on('data', (text) => (said += text)).on('end', () => resolve(said.trim()));
    });
  },
  id: () => spawnSync('id', ['-u']).stdout.toString().trim(),
};

async function tryAll() {
  const results = {};
  for (const way of ways.split(',')) results[way] = await WAYS[way]();
  return JSON.stringify(results);
}

if (asChild) console.log(await tryAll());
else
  serve(async ({ id }) => {
    update(await tryAll());
    reply(id, { stopReason: 'end_turn' });
  });
