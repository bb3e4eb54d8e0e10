import { fileDiff } from './diff.js';
import { absolutePath, confinedPath, shownPath } from './paths.js';
import { failed, succeeded, type Tool } from './tool.js';

interface EditArguments {
  file_path: string;
  old_string: string;
  new_string: string;
  replace_all?: boolean;
}

export const editTool: Tool = {
  schema: {
    name: 'edit',
    description:
      "Replaces literal text in a file of the session's folder. old_string must stand in the file exactly once, unless replace_all is true.",
    parameters: {
      type: 'object',
      properties: {
        file_path: { type: 'string', description: "Path of the file, absolute or from the session's folder." },
        old_string: { type: 'string', description: 'The text to replace, exactly as it stands in the file, without line numbers.' },
        new_string: { type: 'string', description: 'The text to put in its place.' },
        replace_all: { type: 'boolean', description: 'Replace every place. Default false.' },
      },
      required: ['file_path', 'old_string', 'new_string'],
      additionalProperties: false,
    },
  },
  kind: 'edit',
  changes: true,
  view(args, cwd) {
    const { file_path: path, old_string: oldText, new_string: newText } = args as unknown as EditArguments;
    return {
      title: `Edit ${shownPath(path, cwd)}`,
      locations: [{ path: absolutePath(path, cwd) }],
      content: [{ type: 'diff', path: absolutePath(path, cwd), oldText, newText }],
    };
  },
  async run(args, { executor, cwd }) {
    const edit = args as unknown as EditArguments;
    const path = await confinedPath(edit.file_path, cwd, executor);
    const found = await executor.stat(path);
    if (found?.kind === 'folder') return failed(`${path} is a folder.`);
    const before = await executor.readText(path);
    const fault = editFault(before, edit, path);
    if (fault !== undefined) return failed(fault);
    const after = before.split(edit.old_string).join(edit.new_string);
    await executor.writeText(path, after);
    return succeeded(`The file ${path} has been updated successfully.`, { meta: { diffs: [fileDiff(edit.file_path, before, after)] } });
  },
};

function editFault(
  text: string,
  { old_string: old, new_string: now, replace_all: all = false }: EditArguments,
  path: string,
): string | undefined {
  if (old === '') return 'old_string is empty. Use write to create or replace a whole file.';
  if (old === now) return 'old_string and new_string are the same.';
  const places = text.split(old).length - 1;
  if (places === 0) return `old_string was not found in ${path}.`;
  return places > 1 && !all
    ? `old_string stands ${places} times in ${path}. Give more of the text around it, or set replace_all.`
    : undefined;
}
