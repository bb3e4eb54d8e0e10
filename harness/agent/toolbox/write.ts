import { fileDiff } from './diff.js';
import { absolutePath, confinedPath, shownPath } from './paths.js';
import { failed, succeeded, type Tool } from './tool.js';

interface WriteArguments {
  file_path: string;
  content: string;
}

export const writeTool: Tool = {
  schema: {
    name: 'write',
    description: "Writes a whole text file of the session's folder, creating it or replacing what is there.",
    parameters: {
      type: 'object',
      properties: {
        file_path: { type: 'string', description: "Path of the file, absolute or from the session's folder." },
        content: { type: 'string', description: 'The whole new text.' },
      },
      required: ['file_path', 'content'],
      additionalProperties: false,
    },
  },
  kind: 'edit',
  changes: true,
  view(args, cwd) {
    const { file_path: path, content } = args as unknown as WriteArguments;
    return {
      title: `Write ${shownPath(path, cwd)}`,
      locations: [{ path: absolutePath(path, cwd) }],
      content: [{ type: 'diff', path: absolutePath(path, cwd), newText: content }],
    };
  },
  async run(args, { executor, cwd }) {
    const { file_path: given, content } = args as unknown as WriteArguments;
    const path = await confinedPath(given, cwd, executor);
    const found = await executor.stat(path);
    if (found && found.kind !== 'file') return failed(`${path} is not a file.`);
    const before = found ? await executor.readText(path) : undefined;
    await executor.writeText(path, content);
    const done = before === undefined ? 'created' : 'updated';
    return succeeded(`The file ${path} has been ${done} successfully.`, { meta: { diffs: [fileDiff(given, before, content)] } });
  },
};
