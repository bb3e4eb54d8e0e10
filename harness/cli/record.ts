import { ciNoticed } from '../../fixtures/ci.js';
import { RECORD_VARIABLE } from '../../fixtures/record-request.js';
import type { RecordRequest, RecordResult } from '../../fixtures/record-request.js';
import { updateErrors } from '../errors/update.js';
import { askPlaywright } from './ask-playwright.js';
import { EXIT_CODES } from './help.js';

export interface RecordArguments extends Omit<RecordRequest, 'result'> {
  config?: string;
}

/**
 * Records scenarios of a Playwright config.
 * @returns the exit code
 * @throws AcpError `ACP_RECORD_IN_CI`, `ACP_CLI_NO_PLAYWRIGHT`, `ACP_CLI_CONFIG`
 */
export async function record({ config, ...request }: RecordArguments): Promise<number> {
  const noticed = ciNoticed();
  if (noticed !== undefined) throw updateErrors.recordInCi(noticed);
  const { failed } = await askPlaywright<RecordResult>({ variable: RECORD_VARIABLE, request, config, undone: 'Nothing was recorded' });
  return failed === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}
