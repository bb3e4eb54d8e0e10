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
      --env <NAME=value> set for the agent; may be repeated
      --file <path=template>
                         a file that the agent reads, e.g. its config:
                         "{{home}}/.agent/config=./config"; may be repeated
      --node <range>     the Node it needs, e.g. ">=24" (PLAYWRIGHT_ACP_NODE
                         names one)
      --timeout <s>      seconds of silence to wait for, default 15; one step
                         may take twice as long, one boot four times
      --json             print everything as JSON
  -h, --help             show this help

In the command, --env and --file {{provider}} stands for the base URL, for an
agent that reads it from an argument or a file; {{home}}, {{tmp}}, {{cwd}} are
filled too.

Exit codes: 0 the scenario is green, 1 it is not, 2 wrong usage.
`;
