import { absolutePath, confinedPath, shownPath } from './paths.js';
import { succeeded, type Tool } from './tool.js';
import { fileMatcher, walkFiles } from './walk.js';

/** Files listed at most. */
const LIMIT = 200;

interface GlobArguments {
  pattern: string;
  path?: string;
}

export const globTool: Tool = {
  schema: {
    name: 'glob',
    description:
      'Lists files of the session\'s folder whose path fits a pattern such as "src/**/*.ts" or "*.md", sorted. node_modules and .git are left out.',
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'The pattern. Without a slash it fits the name alone, in any folder.' },
        path: { type: 'string', description: "Folder to look in. Default: the session's folder." },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
  },
  kind: 'search',
  changes: false,
  view(args, cwd) {
    const { pattern, path } = args as unknown as GlobArguments;
    return {
      title: `Find ${pattern}${path === undefined ? '' : ` in ${shownPath(path, cwd)}`}`,
      ...(path === undefined ? {} : { locations: [{ path: absolutePath(path, cwd) }] }),
    };
  },
  async run(args, context) {
    const { pattern, path = '.' } = args as unknown as GlobArguments;
    const folder = await confinedPath(path, context.cwd, context.executor);
    const fits = fileMatcher(pattern);
    const found: string[] = [];
    let more = 0;
    for await (const file of walkFiles(folder, context)) {
      if (!fits(file)) continue;
      if (found.length < LIMIT) found.push(`${folder}/${file}`);
      else more++;
    }
    if (found.length === 0) return succeeded('No files found');
    return succeeded([...found, ...(more > 0 ? [`(${more} more files fit)`] : [])].join('\n'));
  },
};
