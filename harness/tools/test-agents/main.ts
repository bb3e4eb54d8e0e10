/**
 * `npm run test:agents [-- <name>… --agent <module>… --replays <n> --out <file>]`: real agents, recorded and replayed,
 * also such as lie elsewhere. Prints a table and writes `.artifacts/agents.json`, or the file of --out. The agents are
 * installed into `.agents/`, once.
 *
 * With `--faults` each is recorded and meets every fault of its provider instead (or those named with `--fault`); `--wait
 * <seconds>` bounds how long a turn may go on once the fault showed (20). Prints a table each and writes
 * `.artifacts/agents-faults.json`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AcpError } from '../../errors/acp-error.js';
import { agentsErrors } from '../../errors/agents.js';
import { loadModules, type LoadedModule } from './agent-module.js';
import { install } from './install.js';
import { tellFaults } from '../../cli/faults/tell.js';
import type { FaultTable } from '../../run/index.js';
import { breakProvider, travel, type AgentResult } from './journey.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { replays, modules, out, values } = await readCommandLine().catch((error: Error) => {
  // What is wrong is the user's to mend: no stack leads to it.
  console.error(error instanceof AcpError ? error.message : error);
  process.exit(2);
});

interface CommandLine {
  values: ReturnType<typeof parsed>['values'];
  replays: number;
  modules: LoadedModule[];
  out: string;
}

async function readCommandLine(): Promise<CommandLine> {
  const { values, positionals } = parsed();
  if (!/^[1-9]\d*$/.test(values.replays)) throw agentsErrors.usage(`--replays takes a whole number, not "${values.replays}"`);
  // npm calls its scripts in the folder of the package, whatever folder it was called in.
  const from = process.env['INIT_CWD'] ?? process.cwd();
  const out = values.out === undefined ? join(root, '.artifacts/agents.json') : resolve(from, values.out);
  return {
    values,
    replays: Number(values.replays),
    out,
    modules: await loadModules({ root, names: positionals, paths: values.agent, from }),
  };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        agent: { type: 'string', multiple: true, default: [] },
        replays: { type: 'string', default: '5' },
        out: { type: 'string' },
        faults: { type: 'boolean', default: false },
        fault: { type: 'string', multiple: true },
        wait: { type: 'string', default: '20' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw agentsErrors.usage((error as Error).message);
  }
}

/** The figures of an agent that could not even be recorded. */
const NOTHING = {
  green: 0,
  unconsumed: 0,
  mutationsTried: 0,
  mutationsCaught: 0,
  leftRunning: 0,
  replay_s: 0,
  bare_s: 0,
  attempts: 0,
};

const results: AgentResult[] = [];
const tables: FaultTable[] = [];
let failed = false;
for (const { module, folder } of modules) {
  const { name } = module.profile;
  console.log(`\n${name} ${module.version}`);
  try {
    const { path, otherNodes } = await install(module, join(root, '.agents'));
    const environment = { ...process.env, PATH: [...path, process.env['PATH']].join(delimiter) };
    const placeholders = { package: root, root: folder, node: process.execPath, otherNodes };
    if (values.faults) {
      const onFault = (fault: string): boolean => process.stderr.write(`  ${fault}\n`);
      const table = await breakProvider(module, {
        root,
        placeholders,
        environment,
        wait: Number(values.wait) * 1000,
        ...(values.fault && { faults: values.fault }),
        onFault,
      });
      tables.push(table);
      console.log(`\n${tellFaults(table)}`);
      continue;
    }
    const { result, problems, normalizers, mutations, isMutated } = await travel(module, { root, placeholders, environment, replays });
    results.push(result);
    for (const { surface, counts } of normalizers)
      for (const { name: rule, reason, count } of counts) console.log(`  ${surface.padEnd(14)} ${rule} ×${count}: ${reason}`);
    for (const line of mutations) console.log(`  mutations      ${line}`);
    for (const problem of problems) console.log(`  ${problem}`);
    failed ||= result.green < replays || result.unconsumed > 0 || result.leftRunning > 0 || !isMutated;
  } catch (error) {
    failed = true;
    console.log(`  ${(error as Error).message}`);
    results.push({ ...NOTHING, agent: name, version: module.version, node: module.profile.node ?? process.version, replays });
  }
}

if (values.faults) {
  await mkdir(join(root, '.artifacts'), { recursive: true });
  await writeFile(join(root, '.artifacts/agents-faults.json'), `${JSON.stringify(tables, null, 2)}\n`);
  process.exit(failed ? 1 : 0);
}

const COLUMNS = ['agent', 'version', 'green', 'unconsumed', 'mutations', 'leftRunning', 'replay_s', 'bare_s', 'attempts'] as const;
const cell = (result: AgentResult, column: (typeof COLUMNS)[number]): string => {
  if (column === 'green') return `${result.green}/${result.replays}`;
  if (column === 'mutations') return `${result.mutationsCaught}/${result.mutationsTried}`;
  return String(result[column]);
};
console.log(`\n${COLUMNS.map((column) => column.padEnd(18)).join('')}`);
for (const result of results) console.log(COLUMNS.map((column) => cell(result, column).padEnd(18)).join(''));
await mkdir(dirname(out), { recursive: true });
await writeFile(out, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = failed ? 1 : 0;
