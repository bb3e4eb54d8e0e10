import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fitsNode } from '../../run/node-version.js';
import type { AgentModule } from './agent-module.js';

const PNPM = 'pnpm@10';
const PNPM_FLAGS = ['--config.node-linker=hoisted', '--config.auto-install-peers=true', '--config.strict-peer-dependencies=false'];

/** What an agent needs beside itself: folders of programs for PATH, and Nodes. */
export interface Installed {
  path: string[];
  otherNodes: string[];
}

/** Installs an agent and the Node it needs into the cache, where that is not done yet. */
export async function install({ install: wanted, profile }: AgentModule, cache: string): Promise<Installed> {
  const installed: Installed = { path: [], otherNodes: [] };
  if (wanted?.packages) await once(join(cache, wanted.folder), (folder) => npm(folder, wanted.packages!));
  if (wanted?.pnpm) {
    const tool = join(cache, 'pnpm');
    await once(tool, (folder) => npm(folder, [PNPM]));
    await once(join(cache, wanted.folder), async (folder) => {
      await writeFile(join(folder, 'package.json'), JSON.stringify(wanted.pnpm));
      await run(join(tool, 'node_modules/.bin/pnpm'), ['install', ...PNPM_FLAGS], folder);
    });
  }
  if (wanted) installed.path.push(join(cache, wanted.folder, 'node_modules/.bin'));
  if (profile.node !== undefined && !fitsNode(profile.node, process.version)) {
    const major = /\d+/.exec(profile.node)![0];
    const folder = join(cache, `node-${major}`);
    await once(folder, (empty) => npm(empty, [`node@${major}`]));
    installed.otherNodes.push(join(folder, 'node_modules/node/bin/node'));
  }
  return installed;
}

/** The mark is written last: what was interrupted is done again. */
async function once(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const mark = join(folder, '.installed');
  if (
    await access(mark).then(
      () => true,
      () => false,
    )
  )
    return;
  console.log(`installing into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await fill(folder);
  await writeFile(mark, '');
}

async function npm(folder: string, packages: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], folder);
}

async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
}
