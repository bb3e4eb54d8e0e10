import { CHECK_VARIABLE } from '../../fixtures/check-request.js';
import type { CheckRequest, CheckResult } from '../../fixtures/check-request.js';
import { AcpError } from '../errors/acp-error.js';
import { askPlaywright } from './ask-playwright.js';
import { EXIT_CODES } from './help.js';
import { printCheck } from './print-check.js';

export interface CheckArguments extends Omit<CheckRequest, 'result'> {
  config?: string;
  json: boolean;
}

/**
 * Checks the scenario files of a Playwright config.
 * @returns the exit code: 0 no findings, 1 findings, 2 where nothing could be checked
 */
export async function check({ config, json, ...request }: CheckArguments): Promise<number> {
  const answer = await ask(request, config);
  if (answer.refused !== undefined) {
    console.error(answer.refused);
    return EXIT_CODES.usage;
  }
  process.stdout.write(json ? `${JSON.stringify(asJson(answer), null, 2)}\n` : printCheck(answer));
  return answer.findings.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}

/** Exit code 1 says findings, so that nothing else may. */
async function ask(request: Omit<CheckRequest, 'result'>, config: string | undefined): Promise<CheckResult> {
  try {
    return await askPlaywright<CheckResult>({ variable: CHECK_VARIABLE, request, config, undone: 'Nothing was checked', output: 'stderr' });
  } catch (error) {
    if (!(error instanceof AcpError)) throw error;
    const summary = { scenarios: { recorded: 0, authored: 0, unrecorded: 0 }, loosenings: [], drift: [], provenance: [] };
    return { findings: [], fixed: [], finished: [], summary, refused: error.message };
  }
}

function asJson({ findings, summary, fixed, finished }: CheckResult): object {
  return {
    schema: 1,
    findings: findings.map(({ edit, ...finding }) => ({ ...finding, mechanical: edit !== undefined })),
    fixed,
    finished,
    ...summary,
  };
}
