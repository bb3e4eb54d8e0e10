import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LogEvent } from '../../harness/agent/log/event.js';

const READER = fileURLToPath(new URL('read-log.mjs', import.meta.url));

/** Events of a session log, as a second process reads them. */
export const readByAnother = (file: string, ...types: string[]): LogEvent[] =>
  JSON.parse(execFileSync(process.execPath, [READER, file, ...types], { encoding: 'utf8' })) as LogEvent[];
