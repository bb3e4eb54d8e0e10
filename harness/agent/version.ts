/** Stays equal to package.json's; a test compares them. A constant, so that boot reads no file for it. */
export const VERSION = '0.1.0';

export const AGENT_NAME = 'reference-agent';
