import { readFileSync } from 'node:fs';
import { AcpError } from '../errors/acp-error.js';
import { agentConfig } from '../errors/agent.js';
import { serve } from './protocol/serve.js';
import { parseArguments, USAGE } from './argv.js';
import { resolveConfig, type ConfigText } from './config/resolve.js';
import { VERSION } from './version.js';

// stdout carries frames only, whatever a dependency may want to say.
console.log = console.info = console.debug = console.error;

try {
  await run();
} catch (error) {
  if (!(error instanceof AcpError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const { action, config, overlay, session = '' } = parseArguments(process.argv.slice(2));
  if (action === 'help') return void process.stdout.write(USAGE);
  if (action === 'version') return void process.stdout.write(`${VERSION}\n`);
  const resolved = resolveConfig(read(config), read(overlay));
  if (action === 'print-config') return void process.stdout.write(`${JSON.stringify(resolved, undefined, 2)}\n`);
  if (action === 'finish' || action === 'abandon') {
    const { recoverSession } = await import('./delegation/recover.js');
    for (const { path, outcome } of await recoverSession(session, action, resolved)) process.stdout.write(`${outcome}: ${path}\n`);
    return;
  }
  await serve(resolved);
}

function read(file: string | undefined): ConfigText | undefined {
  if (file === undefined) return undefined;
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw agentConfig(file, '', `it cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}
