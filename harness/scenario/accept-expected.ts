import { checkContents } from './contents.js';
import { checkDeclared } from './declared.js';
import type { Scenario } from './scenario.js';
import { writeExpected, type WriteResult } from './write-expected.js';

/**
 * Writes or removes (`undefined`) expected files that come from outside, such as a report that CI uploaded. They are
 * read first as the loader would read them: what it would refuse is not written.
 *
 * @throws AcpError `ACP_SCENARIO_…` where a file is none that this scenario may hold, or holds nonsense.
 */
export async function acceptExpected(scenario: Scenario, files: ReadonlyMap<string, Uint8Array | undefined>): Promise<WriteResult> {
  const expected = new Map(scenario.files.expected);
  for (const [name, content] of files) {
    checkDeclared(scenario.dir, name, scenario.header);
    if (content === undefined) expected.delete(name);
    else expected.set(name, content);
  }
  const names = [...files].flatMap(([name, content]) => (content === undefined ? [] : [name]));
  await checkContents({ ...scenario, files: { ...scenario.files, expected } }, names);
  return writeExpected(scenario, files);
}
