import { realpathSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { BlobStore } from '../../../harness/agent/blobs/blob-store.js';
import { LIVE_CONFIG } from '../../../harness/agent/config/live.js';
import { ExecutorError, type Executor } from '../../../harness/agent/executor/executor.js';
import { localExecutor } from '../../../harness/agent/executor/local.js';
import { SessionProcesses } from '../../../harness/agent/processes/session-processes.js';
import { prepareCall } from '../../../harness/agent/toolbox/prepare.js';
import type { ToolResult } from '../../../harness/agent/toolbox/tool.js';
import { memoryExecutor } from './memory-executor.js';

interface Ground {
  executor: Executor;
  cwd: string;
  clear: () => void;
}

/** Every executor has to give the tools the same. */
const GROUNDS: Record<string, () => Ground> = {
  local() {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'executor-')));
    return { executor: localExecutor, cwd, clear: () => rmSync(cwd, { recursive: true, force: true }) };
  },
  memory: () => ({ executor: memoryExecutor(), cwd: '/memory/work', clear: () => undefined }),
};

for (const [name, ground] of Object.entries(GROUNDS)) {
  test.describe(name, () => {
    const on = async (body: (use: (tool: string, args: object) => Promise<ToolResult>, place: Ground) => Promise<void>): Promise<void> => {
      const place = ground();
      const use = async (tool: string, args: object): Promise<ToolResult> => {
        const prepared = prepareCall({ id: 'c', name: tool, arguments: JSON.stringify(args) });
        if ('fault' in prepared) throw new Error(prepared.fault);
        try {
          return await prepared.tool.run(prepared.args, {
            executor: place.executor,
            cwd: place.cwd,
            limits: LIVE_CONFIG.limits,
            processes: new SessionProcesses([]),
            blobs: new BlobStore('/nowhere', 1),
            signal: new AbortController().signal,
            delegate: () => Promise.reject(new Error('nobody is delegated to here')),
          });
        } catch (error) {
          if (!(error instanceof ExecutorError)) throw error;
          return { text: error.message.replaceAll(place.cwd, '{{cwd}}'), isError: true };
        }
      };
      try {
        await body(async (tool, args) => {
          const result = await use(tool, args);
          const { processes: _, ...shown } = result;
          return { ...shown, text: result.text.replaceAll(place.cwd, '{{cwd}}') };
        }, place);
      } finally {
        place.clear();
      }
    };

    test('writes, reads, edits and finds files', () =>
      on(async (use) => {
        expect(await use('write', { file_path: 'src/a.txt', content: 'one\ntwo\n' })).toEqual({
          text: 'The file {{cwd}}/src/a.txt has been created successfully.',
          isError: false,
          meta: { diffs: [{ path: 'src/a.txt', newText: 'one\ntwo\n' }] },
        });
        expect((await use('edit', { file_path: 'src/a.txt', old_string: 'two', new_string: 'zwei' })).meta).toEqual({
          diffs: [{ path: 'src/a.txt', oldText: 'one\ntwo', newText: 'one\nzwei' }],
        });
        expect((await use('read', { file_path: 'src/a.txt' })).text).toBe(
          '<path>{{cwd}}/src/a.txt</path>\n<type>file</type>\n<content>\n1: one\n2: zwei\n\n(End of file - total 2 lines)\n</content>',
        );
        await use('write', { file_path: 'b.md', content: 'zwei\n' });
        await use('write', { file_path: 'node_modules/c.md', content: 'zwei\n' });
        expect((await use('glob', { pattern: '**/*' })).text).toBe('{{cwd}}/b.md\n{{cwd}}/src/a.txt');
        expect((await use('grep', { pattern: 'zw.i' })).text).toBe('{{cwd}}/b.md:1: zwei\n{{cwd}}/src/a.txt:2: zwei');
        expect((await use('grep', { pattern: 'zwei', path: 'src/a.txt' })).text).toBe('{{cwd}}/src/a.txt:2: zwei');
        expect((await use('write', { file_path: 'b.md', content: '' })).text).toBe('The file {{cwd}}/b.md has been updated successfully.');
        expect((await use('read', { file_path: 'b.md' })).text).toContain('(End of file - total 0 lines)');
      }));

    test('tells in the same words what cannot be done', () =>
      on(async (use) => {
        await use('write', { file_path: 'src/a.txt', content: 'a\0b' });
        expect(await use('read', { file_path: 'none.txt' })).toEqual({ text: 'No such file or folder: {{cwd}}/none.txt', isError: true });
        expect((await use('read', { file_path: 'src' })).text).toBe('{{cwd}}/src is a folder. Use glob to list its files.');
        expect((await use('read', { file_path: 'src/a.txt' })).text).toBe('{{cwd}}/src/a.txt is not a text file.');
        expect((await use('read', { file_path: '../x' })).text).toBe("Refused: ../x is outside the session's folder");
        expect((await use('edit', { file_path: 'none.txt', old_string: 'a', new_string: 'b' })).text).toBe(
          'No such file or folder: {{cwd}}/none.txt',
        );
        expect((await use('glob', { pattern: '*', path: 'none' })).text).toBe('No such file or folder: {{cwd}}/none');
        expect((await use('glob', { pattern: '*.none' })).text).toBe('No files found');
        expect((await use('grep', { pattern: '(' })).text).toBe('pattern is not a regular expression: (');
      }));

    test('runs commands', () =>
      on(async (use) => {
        await use('write', { file_path: 'a.txt', content: 'a\n' });
        expect(await use('bash', { command: 'cat a.txt', description: 'Show' })).toEqual({ text: 'a\n', isError: false });
        expect(await use('bash', { command: 'exit 3', description: 'Fail' })).toEqual({ text: '(exit code 3)', isError: true });
        expect(await use('bash', { command: 'true', description: 'Nothing' })).toEqual({ text: '(no output)', isError: false });
      }));
  });
}
