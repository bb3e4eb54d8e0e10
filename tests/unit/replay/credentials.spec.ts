import { expect, test } from '@playwright/test';
import { credentialNames } from '../../../harness/replay/index.js';

test('names variables that hold a credential, sorted', () => {
  const names = [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'AWS_ACCESS_KEY_ID',
    'AWS_BEARER_TOKEN_BEDROCK',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'CLIENT_SECRET',
    'DB_PASSWORD',
    'DEEPSEEK_API_KEY',
    'GH_TOKEN',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'OPENAI_APIKEY',
    'SIGNING_PRIVATE_KEY',
    'api_key',
  ];
  const environment = Object.fromEntries(names.toReversed().map((name) => [name, 'x']));
  expect(credentialNames(environment)).toEqual(names);
});

test('passes empty values, the placeholder, and names that only sound like one', () => {
  expect(credentialNames({ OPENAI_API_KEY: '', DEEPSEEK_API_KEY: 'replay', GH_TOKEN: undefined })).toEqual([]);
  expect(credentialNames({ MAX_TOKENS: '5', KEYBOARD: 'x', HOME: '/h', TOKENIZER: 'x', API_KEY_FILE_NAME: 'x', SECRETARY: 'x' })).toEqual(
    [],
  );
});
