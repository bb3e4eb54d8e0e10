/** Builds the reference agent alone: what globalSetup runs where a source of it is newer than the bundle. */
import { fileURLToPath } from 'node:url';
import { buildAgent } from './agent-bundle.js';

// From this entry's own place: code that several entries share lies a folder deeper.
await buildAgent(fileURLToPath(new URL('../..', import.meta.url)));
