import type { AgentProfile } from '../../schema/index.js';

/** The profile as a TypeScript module. */
export function profileModule(profile: AgentProfile, notes: readonly string[] = []): string {
  const name = profile.name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^(?=\d)/, 'agent');
  const comment = ['Written by `playwright-acp doctor` from what the agent did; nothing of it has to be edited to run.', ...notes];
  return [
    `import { defineAgent } from 'playwright-acp/config';`,
    '',
    '/**',
    ...comment.map((line) => ` * ${line.replaceAll('*/', '* /')}`),
    ' */',
    `export const ${name} = defineAgent(${printed(profile, '')});`,
    '',
    `export default ${name};`,
    '',
  ].join('\n');
}

/** As a literal: what fits stands in one line. */
function printed(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return quoted(value);
  const parts = Array.isArray(value)
    ? value.map((one) => printed(one, `${indent}  `))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${printed(one, `${indent}  `)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const pad = Array.isArray(value) || parts.length === 0 ? '' : ' ';
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`;
  if (line.length + indent.length <= 110 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function quoted(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  if (typeof value !== 'string' || value.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`;
}
