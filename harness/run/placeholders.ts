import type { SandboxFolders } from '../process/index.js';

/** Folders and programs behind `{{package}}`, `{{root}}` and `{{node}}` in an agent profile. Absolute. */
export interface Placeholders {
  package: string;
  root: string;
  node: string;
}

/** Fills the placeholders of an agent profile's strings. An unknown one stays as it is: it may be meant for the agent. */
export function createExpander(placeholders: Placeholders, folders: SandboxFolders): (text: string) => string {
  const values: Record<string, string> = { ...placeholders, home: folders.home, tmp: folders.tmp, cwd: folders.cwd, run: folders.run };
  return (text) => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}
