/** Ports on which a sealed namespace listens for what would leave it, on every address there is. */
export const WATCHED_PORTS = [80, 443, 53];

/** Where the dead-end proxy listens inside a namespace: always the same, so that no run differs from another by it. */
export const SEALED_PROXY_PORT = 3128;

/**
 * What runs as the holder of a namespace: it opens sockets there and hands them to the worker, which serves them. It
 * keeps none of its own, and ends with the worker.
 *
 * As text, for `node -e`: it needs no file of its own in the package.
 */
export const HOLDER_PROGRAM = `
const net = require('node:net'), dgram = require('node:dgram');
const tell = (message, handle) => new Promise((sent) => process.send(message, handle, () => { handle.close(); sent(); }));
const listen = (port, hosts) => new Promise((ready, failed) => {
  const server = net.createServer();
  server.once('error', (error) => hosts.length > 1 ? listen(port, hosts.slice(1)).then(ready, failed) : failed(error));
  server.listen(port, hosts[0], () => ready(server));
});
const bind = (kinds) => new Promise((ready, failed) => {
  const socket = dgram.createSocket(kinds[0][0]);
  socket.once('error', (error) => kinds.length > 1 ? bind(kinds.slice(1)).then(ready, failed) : failed(error));
  socket.bind(53, kinds[0][1], () => ready(socket));
});
process.on('disconnect', () => process.exit());
process.on('message', async ({ listen: id }) => tell({ listening: id }, await listen(0, ['127.0.0.1'])));
(async () => {
  await tell({ port: ${SEALED_PROXY_PORT} }, await listen(${SEALED_PROXY_PORT}, ['127.0.0.1']));
  for (const port of ${JSON.stringify(WATCHED_PORTS)}) await tell({ port }, await listen(port, ['::', '0.0.0.0']));
  await tell({ names: true }, await bind([['udp6', '::'], ['udp4', '0.0.0.0']]));
  process.send({ ready: true });
})().catch((error) => { console.error(error.message); process.exit(1); });
`;
