#!/usr/bin/env node
import { AcpError } from '../errors/acp-error.js';
import { UsageError } from '../errors/cli.js';
import { runCommand } from './commands.js';
import { EXIT_CODES } from './help.js';

try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof AcpError ? error.message : error);
  process.exitCode = error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.failed;
}
