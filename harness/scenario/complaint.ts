import type { AcpError } from '../errors/acp-error.js';
import type { Complaint } from '../guards/index.js';

/** A problem as guards read it, with the folder as it is to be printed. */
export function complaintOf({ problem, code }: AcpError, folder: string, shown: string): Complaint {
  const facts = new Map(problem.facts);
  const inSummary = /^(.*?):(\d+): ([^]*)$/.exec(problem.summary);
  const at = facts.get('at') ?? (inSummary ? `${inSummary[1]}:${inSummary[2]}` : folder);
  const [, file, line] = /^([^]*?)(?::(\d+))?$/.exec(at)!;
  const print = (text: string): string => text.replaceAll(`${folder}/`, `${shown}/`).replaceAll(folder, shown);
  return {
    code,
    file: print(file!.replaceAll('\\', '/')),
    ...(line !== undefined && { line: Number(line) }),
    problem: print(capital(inSummary?.[3] ?? problem.summary)),
    fix: print(facts.get('fix') ?? problem.intended ?? problem.look ?? 'restore the file, or record the scenario again'),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
