/** Endings of names that hold a credential, behind `_` or alone. */
const CREDENTIAL =
  /(?:^|_)(?:API_?KEY|AUTH_?TOKEN|ACCESS_?TOKEN|BEARER_?TOKEN|TOKEN|ACCESS_?KEY|ACCESS_KEY_ID|SECRET|SECRET_?KEY|SECRET_ACCESS_KEY|PRIVATE_?KEY|CLIENT_SECRET|PASSWORD|CREDENTIALS)$/i;

/** Names of providers that do not end like a credential. */
const NAMED = new Set(['AWS_SESSION_TOKEN', 'AWS_BEARER_TOKEN_BEDROCK', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CREDENTIALS_JSON']);

/** The value a profile may put where its agent refuses to start without a key. */
export const CREDENTIAL_PLACEHOLDER = 'replay';

/**
 * Names of the variables of an environment that hold a credential, sorted. Empty values and the placeholder `replay` are none.
 *
 * @example
 * credentialNames({ OPENAI_API_KEY: 'sk-…', HOME: '/h' }); // ['OPENAI_API_KEY']
 */
export function credentialNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter((name) => CREDENTIAL.test(name) || NAMED.has(name.toUpperCase()))
    .filter((name) => environment[name] !== undefined && environment[name] !== '' && environment[name] !== CREDENTIAL_PLACEHOLDER)
    .toSorted();
}
