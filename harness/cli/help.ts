export const EXIT_CODES = { done: 0, failed: 1, usage: 2 } as const;

export const GENERAL_HELP = `Usage: playwright-acp <command> [options]

Commands:
  record [scenario…]   run scenarios against the live model and write their files
  check [scenario…]    look for what is wrong with the scenario files
  doctor -- <command>  look at an agent that nothing is known of, and make its profile
  mutate [scenario…]   change what runs captured, and see that the suite notices
  prove [scenario…]    replay with everything volatile changed, and see that it passes
  faults <scenario…>   let the provider fail, and see what the agent makes of it
  review [report]      go through what changed in the last run, and accept what was meant
  apply <artifact>     the same with the report that CI uploaded, a folder or a zip
  show-report [report] open a report in the browser

Tests are run by Playwright: npx playwright test; expected files are refreshed,
without a key, by npx playwright test --update-snapshots.

Options:
  -h, --help           show this help, or that of a command
  -v, --version        show the version

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
`;

export const RECORD_HELP = `Usage: playwright-acp record [scenario…] [options]

Runs the input of each scenario through the agent's live adapter, replays what
came of it without a key, and writes the scenario only if that succeeds. Needs
the credential that the agent profile names, in the environment. Refused in CI.
Without names: every scenario that is not recorded yet.

Options:
  -c, --config <file>  Playwright config, default as for npx playwright test
      --dir <folder>   folder of the scenarios, in place of acp.scenarios
      --overwrite      replace scenarios that are recorded already
      --reason <text>  why a scenario may be replaced that is red now; kept with
                       the provenance
      --new <name>     make a scenario from nothing, and record it
      --prompt <text>  what the new scenario asks the agent
      --agent <name>   agent of the new scenario, where the config has several
  -h, --help           show this help

Exit codes: 0 all recorded, 1 refused or failed, 2 wrong usage.
`;

export const CHECK_HELP = `Usage: playwright-acp check [scenario…] [options]

Reads the scenario files and tells everything that is wrong with them: guard,
place, problem and what to do. Boots no agent, needs no key. A test run does the
same first, and shows the findings in its report.

Options:
  -c, --config <file>  Playwright config, default as for npx playwright test
      --dir <folder>   folder of the scenarios, in place of acp.scenarios
      --json           print findings, loosenings, drift and provenance as JSON
      --fix            repair what asks for no decision; refused in CI
  -h, --help           show this help

Exit codes: 0 no findings, 1 findings, 2 wrong usage or nothing to check.
`;
