import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lays out an empty project in which the built package is installed the way npm does it: its files in node_modules,
 * not a link, because Playwright transforms every module that lies outside. What was in the folder goes.
 */
export async function layOutUserProject(root: string, folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@playwright'), { recursive: true });
  for (const part of ['package.json', 'dist']) {
    await cp(join(root, part), join(modules, 'playwright-acp', part), {
      recursive: true,
      filter: (source) => !/\.map$|[/\\]dist[/\\](types|tools)$/.test(source),
    });
  }
  for (const name of ['@playwright/test', 'execa', 'fs-extra', 'zod'])
    await symlink(join(root, 'node_modules', name), join(modules, name), 'junction');
  for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module" }\n', ...files }))
    await writeFile(join(folder, name), text);
}
