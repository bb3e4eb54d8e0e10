const TARGETS = `Targets: transcript:create-report (one surface), create-report (a scenario),
group:2 (equal changes, where a surface holds no other), all. Both options may be
repeated; what is rejected is not accepted.
`;

const OPTIONS = `Options:
      --accept <target>  accept without asking
      --reject <target>  leave it out
      --list             only show what needs a look
      --json             for programs, with --list, --accept or --reject
      --ui               review in the browser, on the report's own page
      --no-open          with --ui: print the address only
  -c, --config <file>    Playwright config, where it is not in this folder
  -h, --help             show this help
`;

const RULES = `Only expected files are written, never in CI, never where the file here is not
the one the report compared with, and never what may not be expected: a run that
broke, drifted, or breaks the protocol.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
`;

export const REVIEW_HELP = `Usage: playwright-acp review [report] [options]

Goes through what changed in the last run, surface by surface, and accepts what
was meant. The report is a folder, default playwright-acp-report, or a zip.

${OPTIONS}
${TARGETS}
${RULES}`;

export const APPLY_HELP = `Usage: playwright-acp apply <artifact> [options]

Takes the report that CI uploaded, a folder or a zip, and writes here what you
accept of it. No key and no run are needed.

${OPTIONS}
${TARGETS}
${RULES}`;

export const SHOW_REPORT_HELP = `Usage: playwright-acp show-report [report] [options]

Opens a report in the browser: a folder, default playwright-acp-report, or a zip.
Without a terminal it prints where the page is.

Options:
      --no-open          print where the page is and open nothing
  -h, --help             show this help

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;
