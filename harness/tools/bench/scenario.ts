import { execFile } from 'node:child_process';
import { referenceAgent } from '../../profiles/index.js';
import { compareRun, runScenario, type Placeholders } from '../../run/index.js';
import { loadScenario } from '../../scenario/index.js';
import { prepareBareAgent, runBareAgent, scenarioFolder } from './bare-agent.js';
import { median, timed, type Measured } from './stats.js';

const PAIRS = 30;

/** A whole scenario (sandbox, boot, input, shutdown, harvest, all surfaces compared) beside a bare run of the same agent, in turns. */
export async function measureScenario(root: string, placeholders: Placeholders): Promise<Measured> {
  const scenario = await loadScenario(scenarioFolder(root, 'tool-call'));
  const whole: number[] = [];
  const bare: number[] = [];
  for (let pair = -2; pair < PAIRS; pair++) {
    const wholeMs = await timed(async () => {
      const run = await runScenario(scenario, referenceAgent, { runMode: 'replay', placeholders, environment: process.env });
      const changed = compareRun(run).filter(({ status }) => status !== 'matched' && status !== 'skipped');
      if (run.failure || changed.length > 0)
        throw new Error(`the scenario is red: ${run.failure?.summary ?? changed.map(({ surface }) => surface).join(', ')}`);
    });
    const agent = await prepareBareAgent(scenario, placeholders);
    const bareMs = await timed(() => runBareAgent(agent, scenario));
    await agent.sandbox.remove();
    if (pair < 0) continue; // the first pairs warm the disk
    whole.push(wholeMs);
    bare.push(bareMs);
  }
  const ratios = whole.map((ms, index) => ms / bare[index]!);
  const added = whole.map((ms, index) => ms - bare[index]!);
  return {
    figures: { scenario_ratio: median(ratios), harness_ms: median(added), scenario_ms: median(whole), bare_ms: median(bare) },
    samples: { scenario_ms: whole, bare_ms: bare },
  };
}

/** The agent booted, initialized and ended, beside `node -e 0`, in turns; and how long until initialize was answered. */
export async function measureBoot(root: string, placeholders: Placeholders): Promise<Measured> {
  const scenario = await loadScenario(scenarioFolder(root, 'tool-call'));
  const boot: number[] = [];
  const initialize: number[] = [];
  const node: number[] = [];
  for (let pair = -2; pair < PAIRS; pair++) {
    const agent = await prepareBareAgent(scenario, placeholders);
    const start = performance.now();
    let answered = 0;
    const bootMs = await timed(() => runBareAgent(agent, scenario, () => (answered = performance.now() - start)));
    await agent.sandbox.remove();
    const nodeMs = await timed(() => new Promise<void>((done) => execFile(process.execPath, ['-e', '0'], () => done())));
    if (pair < 0) continue;
    boot.push(bootMs);
    initialize.push(answered);
    node.push(nodeMs);
  }
  const ratios = boot.map((ms, index) => ms / node[index]!);
  return {
    figures: {
      agent_boot_ratio: median(ratios),
      agent_boot_ms: median(boot),
      agent_initialize_ms: median(initialize),
      node_ms: median(node),
    },
    samples: { agent_boot_ms: boot, agent_initialize_ms: initialize, node_ms: node },
  };
}
