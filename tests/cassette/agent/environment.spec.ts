import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENVIRONMENT_READS } from '../../../harness/agent/environment.js';
import { referenceAgent } from '../../../harness/profiles/index.js';
import { chat } from './provider.js';
import { expect, MAIN, test } from './support.js';

const sources = resolve(import.meta.dirname, '../../../harness/agent');
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

test('only one file of the agent reads the environment, and only what stands in its list', () => {
  const reading = files.filter((name) => /process\.env|['"]node:process['"]/.test(readFileSync(join(sources, name), 'utf8')));
  expect(reading).toEqual(['environment.ts']);
  const text = readFileSync(join(sources, 'environment.ts'), 'utf8');
  const named = [...text.matchAll(/process\.env\['(\w+)'\]/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(ENVIRONMENT_READS)));
  // What is left are the two that take a name from the config, or the whole for the replay listener's credential check.
  expect(text.match(/process\.env(?!\[')[^;]*/g)).toEqual(['process.env[name] || undefined', 'process.env })']);
});

/** Read by Node itself (20, 22, 24), when a child is spawned, when fetch is loaded, when text is styled. */
const NODES_OWN = ['WATCH_REPORT_DEPENDENCIES', 'NODE_V8_COVERAGE', 'UNDICI_NO_FG', 'UNDICI_NO_WASM_SIMD', 'JEST_WORKER_ID', 'FORCE_COLOR'];

/** Preloaded into an agent: writes down every variable that anything in the process asks for by name. */
const WATCH = `
import { appendFileSync } from 'node:fs';
const real = process.env;
const file = real.WATCH_FILE;
process.env = new Proxy(real, { get(target, name) { if (typeof name === 'string') appendFileSync(file, name + '\\n'); return target[name]; } });
`;

test('a running agent reads no variable that could tell a test from a live run', async ({ session, provider, place }) => {
  provider.answers(chat([{ id: 'c0', tool: 'bash', args: { command: 'true', description: 'x' } }]), chat([{ text: 'ok' }]));
  const watch = join(place.root, 'watch.mjs');
  const seen = join(place.root, 'seen');
  writeFileSync(watch, WATCH);
  writeFileSync(seen, '');
  const talk = await session({ mode: 'auto', env: { NODE_OPTIONS: `--import ${watch}`, WATCH_FILE: seen } });
  await talk.prompt('Go');
  const names = new Set(readFileSync(seen, 'utf8').split('\n').filter(Boolean));
  expect(names).toContain('TEST_PROVIDER_KEY');
  const own = new Set([...Object.keys(ENVIRONMENT_READS), ...NODES_OWN, 'TEST_PROVIDER_KEY', 'DEEPSEEK_BASE_URL']);
  expect([...names].filter((name) => !own.has(name))).toEqual([]);
});

/** The resolved config, as the built agent prints it. */
const printed = (...args: string[]): Record<string, unknown> =>
  JSON.parse(execFileSync(process.execPath, [MAIN, ...args, '--print-config'], { encoding: 'utf8', stdio: 'pipe' })) as Record<
    string,
    unknown
  >;

for (const use of ['replay', 'requests'] as const) {
  test(`the ${use} config differs from the live one in the provider entry, and there in its listeners`, ({ place }) => {
    const { args, files: overlays } = referenceAgent.session!.listen({ use, plan: '/run/plan.json' });
    const bound = args.map((argument) => argument.replace('{{run}}', place.root));
    for (const [name, text] of Object.entries(overlays)) writeFileSync(join(place.root, name), text);
    const [live, changed] = [printed(), printed(...bound)];
    expect(Object.keys(live).filter((key) => JSON.stringify(live[key]) !== JSON.stringify(changed[key]))).toEqual(['provider']);
    expect(changed['provider']).toEqual({ ...(live['provider'] as object), listeners: [{ use, plan: '/run/plan.json' }] });
  });
}

test('an overlay that touches anything else is refused', ({ place }) => {
  const file = join(place.root, 'overlay.json');
  writeFileSync(file, JSON.stringify({ mode: 'auto' }));
  expect(() => printed('--overlay', file)).toThrow('an overlay may replace keys of "provider" only');
});

test('.env is not read where a listener serves', async ({ session, place }) => {
  const plan = {
    type: 'replay-plan',
    schema: 1,
    scenario: 's',
    runMode: 'replay',
    sources: [],
    verify: false,
    decisions: join(place.root, 'decisions.jsonl'),
    bindings: { cwd: [place.cwd], home: [place.home], tmp: [place.root] },
  };
  writeFileSync(join(place.root, 'plan.json'), JSON.stringify(plan));
  writeFileSync(
    join(place.root, 'overlay.json'),
    JSON.stringify({ provider: { listeners: [{ use: 'replay', plan: join(place.root, 'plan.json') }] } }),
  );
  writeFileSync(join(place.root, '.env'), 'TEST_PROVIDER_KEY=secret\n');
  const talk = await session({ env: { TEST_PROVIDER_KEY: '' }, args: ['--overlay', join(place.root, 'overlay.json')] });
  const { error } = await talk.client.request('session/prompt', talk.promptParams('Go'));
  // Nothing is recorded, so the call misses; a live adapter would have answered or failed otherwise.
  expect(error).toMatchObject({ code: -32603, data: { code: 'ACP_REPLAY_MISS' } });
});
