import { expect, test } from '@playwright/test';
import { agent, client, exchange, findingsIn, initialize, opened, rulesIn, update } from './build.js';

const MODES = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] };
const boolean = { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true };
const select = { id: 'model', name: 'Model', type: 'select', currentValue: 'x', options: [{ value: 'x', name: 'X' }] };
const open = (result: object, capabilities?: Record<string, unknown>) => [
  ...initialize(capabilities),
  ...exchange(1, 'session/new', { cwd: '/w', mcpServers: [] }, { sessionId: 's', ...result }),
];
const mode = (currentModeId: unknown) => update({ sessionUpdate: 'current_mode_update', currentModeId });

test('unknown-mode: the current mode is one that the session has', async () => {
  expect(await rulesIn([...open({ modes: MODES }), mode('a')])).toEqual([]);
  expect(await findingsIn([...open({ modes: MODES }), mode('b')])).toMatchObject([
    { rule: 'unknown-mode', severity: 'warning', message: 'mode "b" is none of the session\'s: a' },
  ]);
  expect(await rulesIn(open({ modes: { ...MODES, currentModeId: 'b' } }))).toEqual(['unknown-mode']);
  expect(await rulesIn([...opened(), mode('b')])).toEqual([]);
  expect(await rulesIn([...open({ modes: MODES }), mode(7)])).toEqual(['schema']);
  const loaded = exchange(2, 'session/load', { sessionId: 't', cwd: '/w', mcpServers: [] }, { modes: MODES });
  expect(await rulesIn([...opened(), ...loaded, update({ sessionUpdate: 'current_mode_update', currentModeId: 'b' }, 't')])).toEqual([
    'unknown-mode',
  ]);
});

test('boolean-option-not-advertised: in answers and in updates', async () => {
  expect(await findingsIn(open({ configOptions: [select, boolean] }))).toMatchObject([
    { rule: 'boolean-option-not-advertised', severity: 'error' },
  ]);
  const told = update({ sessionUpdate: 'config_option_update', configOptions: [boolean] });
  expect(await rulesIn([...opened(), told])).toEqual(['boolean-option-not-advertised']);
  const advertised = { session: { configOptions: { boolean: {} } } };
  expect(await rulesIn(open({ configOptions: [boolean] }, advertised))).toEqual([]);
});

test('config-options-incomplete: the answer tells the option that was set', async () => {
  const set = (configOptions: object[]) =>
    exchange(2, 'session/set_config_option', { sessionId: 's', configId: 'model', value: 'x' }, { configOptions });
  expect(await rulesIn([...open({}), ...set([select])])).toEqual([]);
  expect(await findingsIn([...open({}), ...set([])])).toMatchObject([
    { rule: 'config-options-incomplete', message: 'the answer to setting "model" does not tell it (no option)' },
  ]);
  expect(await findingsIn([...open({}), ...set([{ ...select, id: 'other' }])])).toMatchObject([
    { message: 'the answer to setting "model" does not tell it (other)' },
  ]);
  const refused = [
    client({ id: 2, method: 'session/set_config_option', params: { sessionId: 's', configId: 'model', value: 'x' } }),
    agent({ id: 2, error: { code: -32_602, message: 'no' } }),
  ];
  expect(await rulesIn([...open({}), ...refused])).toEqual([]);
});
