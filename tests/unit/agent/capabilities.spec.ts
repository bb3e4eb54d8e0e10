import { expect, test } from '@playwright/test';
import { CAPABILITIES } from '../../../harness/agent/capabilities.js';
import { SESSION_MODES } from '../../../harness/agent/config/config.js';
import { LIVE_CONFIG } from '../../../harness/agent/config/live.js';
import { COMMANDS } from '../../../harness/agent/protocol/commands.js';
import { configOptions } from '../../../harness/agent/session/options.js';
import { freshState } from '../../../harness/agent/session/session.js';
import { TOOLS } from '../../../harness/agent/toolbox/registry.js';

test('the list of what is offered is what is offered', () => {
  expect(CAPABILITIES.modes).toEqual(SESSION_MODES);
  expect(CAPABILITIES.tools).toEqual(TOOLS.map(({ schema }) => schema.name));
  expect(CAPABILITIES.commands).toEqual(COMMANDS.map(({ name }) => name));
  const options = configOptions(freshState({ cwd: '/', createdAt: 0 }, LIVE_CONFIG), LIVE_CONFIG);
  expect(CAPABILITIES.configOptions).toEqual(options.map(({ id }) => id));
});
