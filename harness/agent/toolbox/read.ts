import { lines } from './diff.js';
import { absolutePath, confinedPath, shownPath } from './paths.js';
import { failed, succeeded, type Tool } from './tool.js';

/** Characters shown of one line. */
const LINE_LIMIT = 2_000;

interface ReadArguments {
  file_path: string;
  offset?: number;
  limit?: number;
}

export const readTool: Tool = {
  schema: {
    name: 'read',
    description:
      "Reads a text file of the session's folder. Lines are numbered from 1. A long file is shown in windows: use offset and limit to see the next one.",
    parameters: {
      type: 'object',
      properties: {
        file_path: { type: 'string', description: "Path of the file, absolute or from the session's folder." },
        offset: { type: 'integer', description: 'First line to show, from 1.', minimum: 1 },
        limit: { type: 'integer', description: 'How many lines to show.', minimum: 1 },
      },
      required: ['file_path'],
      additionalProperties: false,
    },
  },
  kind: 'read',
  changes: false,
  view(args, cwd) {
    const { file_path: path, offset } = args as unknown as ReadArguments;
    return { title: `Read ${shownPath(path, cwd)}`, locations: [{ path: absolutePath(path, cwd), line: offset ?? 1 }] };
  },
  async run(args, { executor, cwd, limits }) {
    const { file_path: given, offset = 1, limit = limits.readLines } = args as unknown as ReadArguments;
    const path = await confinedPath(given, cwd, executor);
    const found = await executor.stat(path);
    if (found?.kind === 'folder') return failed(`${path} is a folder. Use glob to list its files.`);
    const text = await executor.readText(path);
    if (text.includes('\0')) return failed(`${path} is not a text file.`);
    const all = lines(text);
    if (offset > Math.max(1, all.length)) return failed(`offset ${offset} is behind the end of ${path}, which has ${all.length} lines.`);
    return succeeded(fileView(path, all, offset, limit));
  },
};

function fileView(path: string, all: readonly string[], offset: number, limit: number): string {
  const last = Math.min(all.length, offset - 1 + limit);
  const shown = all.slice(offset - 1, last).map((line, index) => `${offset + index}: ${clipped(line)}`);
  const note =
    last < all.length
      ? `(Showing lines ${offset}-${last} of ${all.length}. Use offset=${last + 1} to go on.)`
      : `(End of file - total ${all.length} lines)`;
  return `<path>${path}</path>\n<type>file</type>\n<content>\n${shown.map((line) => `${line}\n`).join('')}\n${note}\n</content>`;
}

const clipped = (line: string): string =>
  line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT)}… (${line.length - LINE_LIMIT} characters more)` : line;
