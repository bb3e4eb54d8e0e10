import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FORMATS, jsonSchema } from './list.js';

/** Writes the JSON Schema of every format; the package publishes them. */
export async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const format of FORMATS) await writeFile(join(folder, `${format.name}.json`), `${JSON.stringify(jsonSchema(format), null, 2)}\n`);
}
