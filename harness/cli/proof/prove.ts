import { PROOF_VARIABLE } from '../../../fixtures/proof-request.js';
import type { ProofRequest, ProofResult } from '../../../fixtures/proof-request.js';
import type { ScenarioProof } from '../../run/index.js';
import { EXIT_CODES } from '../help.js';
import { askPlaywright } from '../ask-playwright.js';
import { mergeProofs, type MergedField, type Proof } from './merge-proofs.js';
import type { ProofArguments } from './commands.js';

/** Prints which fields vary, and which of them are normalized. @returns the exit code */
export async function prove({ json, config, ...rest }: ProofArguments): Promise<number> {
  const { reports, errors } = await askPlaywright<ProofResult<ScenarioProof>>({
    variable: PROOF_VARIABLE,
    request: { command: 'prove', full: false, seed: 0, ...rest } satisfies Omit<ProofRequest, 'result'>,
    config,
    undone: 'Nothing was proven',
    output: json ? 'stderr' : 'stdout',
  });
  const proof = mergeProofs(reports);
  for (const { scenario, message } of errors) process.stderr.write(`${scenario}\n${message}\n`);
  process.stdout.write(`${json ? JSON.stringify({ ...proof, errors }, null, 2) : told(proof).join('\n')}\n`);
  return errors.length === 0 && proof.flakes.length === 0 && proof.constant.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}

function told({ scenarios, sources, proven, flakes, constant, unproven }: Proof): string[] {
  const list = (title: string, fields: readonly MergedField[]): string[] =>
    fields.length === 0 ? [] : ['', title, ...fields.map((field) => `  ${describe(field)}`)];
  return [
    'What was varied',
    ...Object.entries(sources).map(([source, state]) =>
      'impossible' in state
        ? `  ${source.padEnd(32)}impossible here: ${state.impossible}`
        : `  ${source.padEnd(32)}${state.from} → ${state.to}`,
    ),
    ...list('Varied and normalized', proven),
    ...(flakes.length === 0
      ? []
      : [
          '',
          'Varied and not normalized: would fail by chance',
          ...flakes.map(
            ({ scenario, surface, record, field, from, to }) =>
              `  ${scenario}: ${surface}, ${record}, ${field}${from === undefined && to === undefined ? '' : `: ${short(from)} → ${short(to)}`}`,
          ),
        ]),
    ...list('Normalized and never varied: may hide something', constant),
    ...list('Unproven: what they vary with is impossible here', unproven),
    '',
    `${scenarios} scenarios: ${proven.length} fields varied and normalized, ${flakes.length} varied and not normalized, ${constant.length} normalized and never varied, ${unproven.length} unproven`,
  ];
}

const describe = ({ part, record, field, normalizers, from, to, varied, times }: MergedField): string =>
  `${part}, ${record}, ${field} (${normalizers.join(', ')}): ${varied ? `${short(JSON.stringify(from))} → ${short(JSON.stringify(to))}` : `always ${short(JSON.stringify(from))}`}, in ${times} ${times === 1 ? 'scenario' : 'scenarios'}`;

function short(text = 'absent'): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
