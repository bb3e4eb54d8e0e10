import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { VERSION } from '../../../harness/agent/version.js';

test("the agent's version is the package's", () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
