import type { Complaint, Corpus } from './corpus.js';
import { at, type GuardFinding } from './finding.js';
import type { Guard } from './guard.js';

/** A guard over what the reader of the corpus complained of; `edit` repairs it where that asks for no decision. */
export function complaintGuard(
  name: string,
  asks: string,
  isMine: (complaint: Complaint, corpus: Corpus) => boolean,
  edit?: (complaint: Complaint, corpus: Corpus) => GuardFinding['edit'],
): Guard {
  return {
    name,
    asks,
    check: (corpus) =>
      corpus.complaints
        .filter((complaint) => isMine(complaint, corpus))
        .map((complaint) => {
          const { scenario, file, line, problem, fix } = complaint;
          const repair = edit?.(complaint, corpus);
          return {
            guard: name,
            ...(scenario !== undefined && { scenario }),
            place: at(file, line),
            problem,
            fix,
            ...(repair && { edit: repair }),
          };
        }),
  };
}

/** Name of the file within its scenario. */
export function fileName({ scenario, file }: Complaint, corpus: Corpus): string {
  const owner = corpus.scenarios.find(({ name }) => name === scenario);
  return owner && file.startsWith(`${owner.path}/`) ? file.slice(owner.path.length + 1) : file;
}
