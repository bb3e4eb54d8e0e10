import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ACTUAL_FOLDER, REVIEW_FILE, type ComparedFile } from '../../harness/schema/index.js';
import { buildReview, type BuildInput, type ReviewModel } from '../model/index.js';
import { replaceFile } from '../replace-file.js';

/** Bytes that a report folder carries for a review at most; what is beyond is named in it and has to be refreshed. */
export const MOST_CARRIED = 64 * 1024 * 1024;

/**
 * Writes what `review` and `apply` need beside the page: `review.json`, and each file that may be accepted under the hash
 * of its bytes, so that no name of a run becomes a path. Files of an earlier report go.
 */
export function writeReview(folder: string, input: BuildInput, most = MOST_CARRIED): void {
  const model = buildReview(input);
  const carried = carriedFiles(model, most);
  const actual = path.join(folder, ACTUAL_FOLDER);
  // A link would lead out of the report folder.
  if (lstatSync(actual, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(actual);
  mkdirSync(actual, { recursive: true });
  for (const [hash, content] of carried) replaceFile(path.join(actual, hash), content);
  for (const name of readdirSync(actual)) if (/^[0-9a-f]{64}$/.test(name) && !carried.has(name)) rmSync(path.join(actual, name));
  if (carried.size === 0 && readdirSync(actual).length === 0) rmSync(actual, { recursive: true });
  replaceFile(path.join(folder, REVIEW_FILE), `${JSON.stringify(model.manifest, null, 1)}\n`);
}

/** The bytes of what may be accepted. A surface whose bytes are not those the run meant is refused in the manifest. */
function carriedFiles({ manifest, contents }: ReviewModel, most: number): Map<string, Buffer> {
  const carried = new Map<string, Buffer>();
  let size = 0;
  for (const scenario of manifest.scenarios) {
    for (const surface of scenario.surfaces) {
      const files = (surface.acceptance?.write ?? []).map(({ sha256 }) => [sha256, bytesOf(contents.get(sha256), sha256)] as const);
      const added = files.reduce((sum, [hash, content]) => sum + (carried.has(hash) ? 0 : (content?.length ?? 0)), 0);
      const refused = files.some(([, content]) => content === undefined)
        ? 'the report does not hold the bytes of the run'
        : size + added > most
          ? 'too big for the report to carry: refresh it'
          : undefined;
      if (refused !== undefined) {
        delete surface.acceptance;
        surface.refused = refused;
        continue;
      }
      size += added;
      for (const [hash, content] of files) carried.set(hash, content!);
    }
  }
  return carried;
}

function bytesOf(file: ComparedFile | undefined, sha256: string): Buffer | undefined {
  if (file?.actual === undefined) return undefined;
  const content = Buffer.from(file.actual, file.encoding);
  return createHash('sha256').update(content).digest('hex') === sha256 ? content : undefined;
}
