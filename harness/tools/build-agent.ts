/** Builds the reference agent alone: what globalSetup runs where a source of it is newer than the bundle. */
import { buildAgent, repositoryRoot } from './agent-bundle.js';

await buildAgent(repositoryRoot());
