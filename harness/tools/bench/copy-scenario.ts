import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A copy of a scenario under another name: each of its files names its scenario. */
export async function copyScenario(source: string, target: string, from: string, to: string): Promise<void> {
  await cp(source, target, { recursive: true });
  for (const name of await readdir(target, { recursive: true })) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(target, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(`"scenario":"${from}"`, `"scenario":"${to}"`));
  }
}
