import type { SandboxFolders } from '../process/index.js';

/** Folders and programs behind `{{package}}`, `{{root}}` and `{{node}}` in an agent profile. Absolute. */
export interface Placeholders {
  package: string;
  root: string;
  node: string;
  /** Other Nodes at hand, for profiles that ask for one. */
  otherNodes?: readonly string[];
}

/**
 * Fills the placeholders of an agent profile's strings. An unknown one stays as it is: it may be meant for the agent.
 * `urls` are the loopback provider's base URLs by the name of the endpoint; that of the provider itself is `''`.
 */
export function createExpander(
  placeholders: Placeholders,
  folders: SandboxFolders,
  urls: Readonly<Record<string, string>> = {},
): (text: string) => string {
  const { package: packageFolder, root, node } = placeholders;
  const { home, tmp, cwd, run } = folders;
  const values: Record<string, string> = { package: packageFolder, root, node, home, tmp, cwd, run };
  for (const [name, url] of Object.entries(urls)) values[name === '' ? 'provider' : `provider:${name}`] = url;
  return (text) => text.replace(/\{\{([\w:-]+)\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}
