// Not an agent and without defect: a small program of another style. `line-tool [--upper]` answers each line of stdin;
// `quit <code>` ends it.
import { createInterface } from 'node:readline';

const transform = process.argv.includes('--upper') ? (line) => line.toUpperCase() : (line) => line;
for await (const line of createInterface({ input: process.stdin })) {
  const [, code] = /^quit (\d+)$/.exec(line) ?? [];
  if (code !== undefined) process.exit(Number(code));
  console.log(`ok ${transform(line)}`);
}
