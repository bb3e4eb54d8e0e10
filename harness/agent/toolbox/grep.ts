import { lines } from './diff.js';
import { absolutePath, confinedPath, shownPath } from './paths.js';
import { failed, succeeded, type Tool, type ToolContext } from './tool.js';
import { fileMatcher, walkFiles } from './walk.js';

/** Lines shown at most, and characters of each. */
const LIMIT = 200;
const LINE_LIMIT = 500;

interface GrepArguments {
  pattern: string;
  path?: string;
  include?: string;
}

export const grepTool: Tool = {
  schema: {
    name: 'grep',
    description:
      'Finds lines of text files in the session\'s folder that fit a regular expression. Each is shown as "path:line: text", sorted by path. node_modules and .git are left out.',
    parameters: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'A JavaScript regular expression.' },
        path: { type: 'string', description: "Folder or file to look in. Default: the session's folder." },
        include: { type: 'string', description: 'Pattern of the files to look in, such as "*.ts".' },
      },
      required: ['pattern'],
      additionalProperties: false,
    },
  },
  kind: 'search',
  changes: false,
  view(args, cwd) {
    const { pattern, path } = args as unknown as GrepArguments;
    return {
      title: `Search ${pattern}${path === undefined ? '' : ` in ${shownPath(path, cwd)}`}`,
      ...(path === undefined ? {} : { locations: [{ path: absolutePath(path, cwd) }] }),
    };
  },
  async run(args, context) {
    const { pattern, path = '.', include = '*' } = args as unknown as GrepArguments;
    const expression = compiled(pattern);
    if (!expression) return failed(`pattern is not a regular expression: ${pattern}`);
    const root = await confinedPath(path, context.cwd, context.executor);
    const found: string[] = [];
    for await (const file of filesBelow(root, include, context)) {
      for (const [index, line] of lines(await context.executor.readText(file)).entries()) {
        if (line.includes('\0')) break;
        if (!expression.test(line)) continue;
        if (found.length === LIMIT) return succeeded([...found, `(more than ${LIMIT} lines fit; the rest is left out)`].join('\n'));
        found.push(`${file}:${index + 1}: ${line.slice(0, LINE_LIMIT)}`);
      }
    }
    return succeeded(found.length === 0 ? 'No lines found' : found.join('\n'));
  },
};

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

async function* filesBelow(root: string, include: string, context: ToolContext): AsyncGenerator<string> {
  if ((await context.executor.stat(root))?.kind === 'file') yield root;
  else {
    const fits = fileMatcher(include);
    for await (const file of walkFiles(root, context)) if (fits(file)) yield `${root}/${file}`;
  }
}
