export const MUTATE_HELP = `Usage: playwright-acp mutate [scenario…] [options]

Changes what a run of each scenario really captured, one leaf at a time, and
asks the suite: a changed meaning has to fail, a changed time or id has to pass.
In memory; the agent is booted only for changes of what the model said, one of
each kind for each scenario. Writes nothing. Without names: every scenario.

Options:
  -c, --config <file>  Playwright config, default as for npx playwright test
      --dir <folder>   folder of the scenarios, in place of acp.scenarios
      --full           every change of what the model said
      --seed <number>  draws the same sample again
      --json           the figures as JSON on stdout
  -h, --help           show this help

Exit codes: 0 every change was judged rightly, 1 one was not, 2 wrong usage.
`;

export const PROVE_HELP = `Usage: playwright-acp prove [scenario…] [options]

Replays each scenario twice, the second time with everything changed that may
differ between two machines and two days: folders, user, clock (libfaketime,
where it is installed), time zone, locale, pid, ids, times of files. A field that
varied and is not normalized would fail by chance; one that is normalized and
never varied may hide something. Writes nothing. Without names: every scenario.

Options:
  -c, --config <file>  Playwright config, default as for npx playwright test
      --dir <folder>   folder of the scenarios, in place of acp.scenarios
      --json           the findings as JSON on stdout
  -h, --help           show this help

Exit codes: 0 no finding, 1 findings, 2 wrong usage.
`;
