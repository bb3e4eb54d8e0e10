import { relative, isAbsolute, sep } from 'node:path';
import type { CommandEnd } from '../processes/command.js';
import { ExecutorError, type Executor } from './executor.js';

/**
 * An executor for a copy of a folder that is spoken of as if it were the folder itself: what a conversation says of
 * `shown` stays true, and everything is done in `real`. No isolation is claimed: a command may still find the folder.
 */
export function viewOf(executor: Executor, shown: string, real: string): Executor {
  const toReal = (path: string): string => (isBelow(path, shown) ? real + path.slice(shown.length) : path);
  const inWords = (text: string): string => text.replaceAll(real, shown);
  const here =
    <Args extends unknown[], Result>(operation: (path: string, ...args: Args) => Promise<Result>) =>
    async (path: string, ...args: Args): Promise<Result> => {
      try {
        return await operation(toReal(path), ...args);
      } catch (error) {
        throw error instanceof ExecutorError ? new ExecutorError(error.code, inWords(error.message)) : error;
      }
    };
  return {
    ...executor,
    readText: here((path) => executor.readText(path)),
    writeText: here((path, text: string) => executor.writeText(path, text)),
    list: here((path) => executor.list(path)),
    stat: here((path) => executor.stat(path)),
    realPath: here(async (path) => {
      const [root, target] = await Promise.all([executor.realPath(real), executor.realPath(path)]);
      if (isBelow(target, root)) return shown + target.slice(root.length);
      // A link into the folder itself: it would leave the copy and look as if it did not.
      if (isBelow(target, shown)) throw new ExecutorError('denied', `Refused: a link leads out of the folder's copy: ${path}`);
      return target;
    }),
    start: (command) => {
      const output = replaceInStream(real, shown, command.onOutput);
      const running = executor.start({
        ...command,
        cwd: toReal(command.cwd),
        command: rooted(command.command, shown, real),
        onOutput: output.push,
      });
      const told = (end: CommandEnd): CommandEnd => (end.state === 'start_failed' ? { ...end, why: inWords(end.why) } : end);
      const ended = running.ended.then((end) => {
        output.end();
        return told(end);
      });
      return { ...running, ended, cancel: async () => (await running.cancel(), ended) };
    },
  };
}

const isBelow = (path: string, folder: string): boolean => {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
};

/** The line with the folder's own path replaced, not that of a longer sibling. */
function rooted(line: string, shown: string, real: string): string {
  const name = shown.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  return line.replace(new RegExp(`(?<![\\w.-])${name}(?![\\w.-])`, 'gu'), () => real);
}

/** Hands bytes on with one text replaced, also where it is split over two pieces: what may be its beginning waits. */
function replaceInStream(
  from: string,
  to: string,
  next: (bytes: Uint8Array) => void,
): { push: (bytes: Uint8Array) => void; end: () => void } {
  const [wanted, replacement] = [from, to].map((text) => Buffer.from(text).toString('latin1')) as [string, string];
  let waiting = '';
  const hand = (text: string): void => {
    if (text !== '') next(Buffer.from(text, 'latin1'));
  };
  return {
    push: (bytes) => {
      const text = (waiting + Buffer.from(bytes).toString('latin1')).replaceAll(wanted, replacement);
      let begun = Math.min(wanted.length - 1, text.length);
      while (begun > 0 && !wanted.startsWith(text.slice(-begun))) begun--;
      waiting = begun === 0 ? '' : text.slice(-begun);
      hand(begun === 0 ? text : text.slice(0, -begun));
    },
    end: () => {
      hand(waiting);
      waiting = '';
    },
  };
}
