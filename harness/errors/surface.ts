import { AcpError } from './acp-error.js';
import type { Problem } from './acp-error.js';
import { stderrFact } from './child.js';

type Fact = readonly [label: string, value: string];

const optional = (advice: { look?: string | undefined; intended?: string | undefined }): Pick<Problem, 'look' | 'intended'> => ({
  ...(advice.look === undefined ? {} : { look: advice.look }),
  ...(advice.intended === undefined ? {} : { intended: advice.intended }),
});

/** What a matcher tells about surfaces of a run. */
export const surfaceErrors = {
  changed: (what: {
    scenario: string;
    titles: readonly string[];
    facts: readonly Fact[];
    look: string | undefined;
    intended: string | undefined;
  }) =>
    new AcpError({
      code: 'ACP_SURFACE_CHANGED',
      summary: `${what.scenario}: ${what.titles.length === 1 ? 'one surface differs' : `${what.titles.length} surfaces differ`} from what is committed: ${what.titles.join(', ')}.`,
      facts: what.facts,
      ...optional(what),
    }),
  missing: (scenario: string, directory: string, files: readonly string[], outcome: 'written' | 'not') =>
    new AcpError({
      code: 'ACP_SURFACE_MISSING',
      summary:
        outcome === 'written'
          ? `${scenario}: expected files did not exist. They were written now; look at them and commit them.`
          : `${scenario}: expected files do not exist. Matchers with ".not" never write them.`,
      facts: [
        ['directory', directory],
        ['files', files.join('\n')],
      ],
    }),
  /** The first problem is the cause and keeps its words and code. */
  runFailed: (problems: readonly Problem[], facts: readonly Fact[], stderrTail: string, look: string | undefined) => {
    const [cause, ...others] = problems;
    const own = cause?.facts ?? [];
    const stderr = stderrTail.trim() === '' || own.some(([label]) => label === 'stderr') ? [] : [stderrFact(stderrTail)];
    return new AcpError({
      code: 'ACP_RUN_FAILED',
      summary: 'The run failed.',
      ...cause,
      facts: [
        ...own,
        ...others.map(({ code, summary }) => ['also', `${summary} (${code})`] as const),
        ...facts,
        ...(look === undefined ? [] : [['report', look] as const]),
        ...stderr,
      ],
    });
  },
  unexpectedMatch: (scenario: string, matcher: string) =>
    new AcpError({
      code: 'ACP_SURFACE_MATCHED',
      summary: `${scenario}: not.${matcher}() expected a difference, and everything matches what is committed.`,
    }),
  stopReason: (scenario: string, wanted: readonly string[], got: readonly string[]) =>
    new AcpError({
      code: 'ACP_STOP_REASON',
      summary: `${scenario}: the run did not stop as expected.`,
      facts: [
        ['expected', wanted.join(', ')],
        ['actual', got.length > 0 ? got.join(', ') : 'no prompt was answered'],
      ],
    }),
  stopReasonMatched: (scenario: string, got: readonly string[]) =>
    new AcpError({ code: 'ACP_STOP_REASON', summary: `${scenario}: the run was not to stop with ${got.join(', ')}, and did.` }),
} as const;
