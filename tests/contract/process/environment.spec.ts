import { expect, test } from '@playwright/test';
import { allowedEnvironment } from '../../../harness/process/index.js';

const folders = { home: '/box/home', tmp: '/box/tmp' };

test('passes on what a program needs to start, and nothing else of the caller', () => {
  const caller = {
    PATH: '/bin',
    OPENAI_API_KEY: 'sk-secret',
    AWS_PROFILE: 'prod',
    HTTP_PROXY: 'http://x',
    NODE_OPTIONS: '--inspect',
    HOME: '/root',
    LANG: 'de_DE',
    CI: '1',
  };
  const environment = allowedEnvironment(caller, folders);
  expect(environment['PATH']).toBe('/bin');
  expect(
    Object.keys(environment)
      .filter((name) => name in caller)
      .sort(),
  ).toEqual(['HOME', 'LANG', 'PATH']);
  expect(environment).toMatchObject({ HOME: '/box/home', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' });
});

test('keeps every folder variable inside the sandbox', () => {
  const environment = allowedEnvironment({}, folders);
  for (const name of [
    'HOME',
    'USERPROFILE',
    'TMPDIR',
    'TMP',
    'TEMP',
    'APPDATA',
    'LOCALAPPDATA',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
    'XDG_CACHE_HOME',
    'XDG_RUNTIME_DIR',
  ]) {
    expect(environment[name], name).toMatch(/^\/box\/(home|tmp)/);
  }
});

test('finds Windows names in any case', () => {
  expect(allowedEnvironment({ Path: 'C:\\bin', SYSTEMROOT: 'C:\\Windows' }, folders)).toMatchObject({
    PATH: 'C:\\bin',
    SystemRoot: 'C:\\Windows',
  });
});
