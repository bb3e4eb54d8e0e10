// A second process that reads a session log and prints the events of the given types: it shares nothing with the agent.
import { readFileSync } from 'node:fs';

const [file, ...types] = process.argv.slice(2);
const records = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
process.stdout.write(JSON.stringify(records.filter(({ type }) => types.includes(type))));
