export const DOCTOR_HELP = `Usage: playwright-acp doctor [options] -- <command> [argument…]

Boots an agent it knows nothing of, without a key and without a network: points
every base-URL variable it knows at a scripted endpoint, sends one prompt, ends
the agent, and tells what it saw: what the agent advertises, how long it takes,
which variable it honoured and which dialect it spoke, what it tried to reach,
what it wrote and what it left running. Then it makes an agent profile and an
authored scenario, and runs them in other folders until a replay is green.

Options:
      --write <file>     write the profile (a TypeScript module) there, and the
                         scenario below "snapshots" beside it
      --prompt <text>    what to ask, default "Say hello."
      --variable <name>  a variable that holds the base URL, tried beside those
                         that are known
      --key <name>       the variable that holds the key for it
      --env <NAME=value> set for the agent; {{home}}, {{tmp}}, {{cwd}} are filled;
                         may be repeated
      --json             print everything as JSON
  -h, --help             show this help

Exit codes: 0 the scenario is green, 1 it is not, 2 wrong usage.
`;
