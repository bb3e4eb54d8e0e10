export const FAULTS_HELP = `Usage: playwright-acp faults <scenario…> [options]

Lets the provider fail in one model call of each scenario, in every way there
is, and prints what the agent made of it: how the prompt ended, with which
error, how often it tried again, how its log stands, what it left behind. The
faults are made from what is recorded; no key is needed, nothing is written.
A run ends with the turn that met the fault.

Faults: 401, 429, 500, refused, reset-before, reset-after, truncated, malformed,
stall, slow-drip, duplicate-finish, finish-missing. reset-after, truncated,
malformed and stall take a number, as in reset-after:3: the whole chunks that
come before; half of them where none is given.

Options:
      --fault <name>   only this fault; may be repeated
      --call <number>  the model call that meets it, default 1; conversations that
                       offer tools are counted first
      --times <number> attempts at that call that meet it, default all of them
      --wait <seconds> how long the turn may go on once the fault showed, then it
                       is cancelled; default 15
  -c, --config <file>  Playwright config, default as for npx playwright test
      --dir <folder>   folder of the scenarios, in place of acp.scenarios
      --json           the table as JSON on stdout
  -h, --help           show this help

Exit codes: 0 every fault was met and none ended badly, 1 one did (the agent
ended, never answered, left something behind, a torn log, a breach of the
protocol) or could not be made, 2 wrong usage.
`;
