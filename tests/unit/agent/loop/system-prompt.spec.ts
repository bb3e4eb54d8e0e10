import { expect, test } from '@playwright/test';
import { systemPrompt } from '../../../../harness/agent/loop/system-prompt.js';

test('depends on the folder alone', () => {
  expect(systemPrompt('/a')).toContain('/a');
  expect(systemPrompt('/a').replaceAll('/a', '/b')).toBe(systemPrompt('/b'));
});
