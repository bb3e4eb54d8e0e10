import { reviewErrors } from '../../errors/review.js';
import { parseArguments } from '../arguments.js';
import { EXIT_CODES } from '../help.js';
import { review } from './command.js';
import { APPLY_HELP, REVIEW_HELP, SHOW_REPORT_HELP } from './help.js';
import { showReport } from './show-report.js';

type Command = (args: readonly string[]) => Promise<number>;

const FLAG = { type: 'boolean' } as const;
const SHOW = { help: { type: 'boolean', short: 'h' }, 'no-open': FLAG } as const;
const OPTIONS = {
  ...SHOW,
  config: { type: 'string', short: 'c' },
  accept: { type: 'string', multiple: true },
  reject: { type: 'string', multiple: true },
  list: FLAG,
  json: FLAG,
  ui: FLAG,
} as const;

/** The commands that read a report. */
export const REVIEW_COMMANDS: Readonly<Record<string, Command>> = {
  review: (args) => reviewCommand('review', args),
  apply: (args) => reviewCommand('apply', args),
  'show-report': showReportCommand,
};

async function reviewCommand(command: 'review' | 'apply', args: readonly string[]): Promise<number> {
  const { values, lists, positionals } = parseArguments(args, OPTIONS, command);
  if (values['help']) return say(command === 'apply' ? APPLY_HELP : REVIEW_HELP);
  const place = onePlace(command, positionals);
  if (command === 'apply' && place === undefined) throw reviewErrors.noArtifact();
  const { config } = values;
  return review({
    command,
    place,
    config: typeof config === 'string' ? config : undefined,
    accept: lists['accept'] ?? [],
    reject: lists['reject'] ?? [],
    list: values['list'] === true,
    json: values['json'] === true,
    ui: values['ui'] === true,
    open: values['no-open'] !== true,
  });
}

async function showReportCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments(args, SHOW, 'show-report');
  if (values['help']) return say(SHOW_REPORT_HELP);
  return showReport(onePlace('show-report', positionals), values['no-open'] !== true);
}

function onePlace(command: string, positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw reviewErrors.oneArgument(command, positionals);
  return positionals[0];
}

function say(text: string): number {
  process.stdout.write(text);
  return EXIT_CODES.done;
}
