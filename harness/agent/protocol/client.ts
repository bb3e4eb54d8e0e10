import { methods, type AgentContext, type ClientCapabilities } from '@agentclientprotocol/sdk';
import type { Client } from '../session/client.js';

/** The connected client, as sessions see it. */
export function createClient(context: AgentContext, capabilities: () => ClientCapabilities): Client {
  return {
    async update(sessionId, update) {
      // A connection that ended has nobody to tell; the log has it all the same.
      await context.notify(methods.client.session.update, { sessionId, update }).catch(() => undefined);
    },
    async requestPermission(request, signal) {
      return (await untilAborted(signal, context.request(methods.client.session.requestPermission, request))).outcome;
    },
    terminals(sessionId) {
      if (capabilities().terminal !== true) return undefined;
      const { terminal } = methods.client;
      return {
        create: async (options) => (await context.request(terminal.create, { sessionId, ...options })).terminalId,
        waitForExit: (terminalId) => context.request(terminal.waitForExit, { sessionId, terminalId }),
        output: async (terminalId) => (await context.request(terminal.output, { sessionId, terminalId })).output,
        kill: async (terminalId) => void (await context.request(terminal.kill, { sessionId, terminalId })),
        release: async (terminalId) => void (await context.request(terminal.release, { sessionId, terminalId })),
      };
    },
    files(sessionId, signal) {
      const { readTextFile = false, writeTextFile = false } = capabilities().fs ?? {};
      return {
        ...(readTextFile
          ? {
              readText: async (path: string) =>
                (await untilAborted(signal, context.request(methods.client.fs.readTextFile, { sessionId, path }))).content,
            }
          : {}),
        ...(writeTextFile
          ? {
              writeText: async (path: string, content: string) =>
                void (await untilAborted(signal, context.request(methods.client.fs.writeTextFile, { sessionId, path, content }))),
            }
          : {}),
      };
    },
  };
}

/**
 * The answer, or the signal's reason. The request itself is left open: a client that cancelled a turn has to answer
 * what is open, and a second cancellation on the wire would only race with that answer.
 */
function untilAborted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
