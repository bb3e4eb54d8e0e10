/** One kind of secret. `pattern` is global; where it has a group `secret` or `bare`, only that part is the secret. */
export interface SecretRule {
  name: string;
  pattern: RegExp;
  /** The environment variable whose value was found, where the rule knows one. */
  variableOf?: (found: string) => string | undefined;
}

const VALUE = String.raw`[A-Za-z0-9._~+/=-]`;
/** Between a field's name and its value: HTTP text, JSON, an object literal, a pair of an array, `{name, value}`. */
const COLON = String.raw`(?:\\*["']?\s*[:=]\s*\[?\s*\\*["']?|\\*["']\s*,\s*(?:\\*["']value\\*["']\s*:\s*)?\\*["'])`;
/** Fields that hold a key, a token or a password, whatever its format. */
const FIELD = String.raw`(?:x-)?(?:goog-)?api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|id[_-]?token|client[_-]?secret|(?:aws[_-]?)?secret[_-]?access[_-]?key|private[_-]?token|password`;

/**
 * What a secret looks like, whatever it is called. The rules ask for enough of a secret's shape that prose about
 * secrets ("Authorization: required", "an sk- key") stays. They run on every request of a replay, so each begins with
 * characters that are rare in ordinary text.
 */
export const SECRET_RULES: readonly SecretRule[] = [
  { name: 'pem', pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[^"]*?-----END [A-Z0-9 ]*PRIVATE KEY-----|[A-Za-z0-9+/=\s]*)/g },
  {
    name: 'authorization',
    pattern: new RegExp(
      String.raw`\b(?:proxy-)?authorization${COLON}(?:(?:bearer|basic|token|apikey|digest)\s+(?<secret>${VALUE}{8,})|(?<bare>${VALUE}{16,}))`,
      'gid',
    ),
  },
  { name: 'authorization', pattern: new RegExp(String.raw`\bbearer\s+(?<secret>(?=${VALUE}*\d)${VALUE}{20,})`, 'gid') },
  { name: 'api-key-header', pattern: new RegExp(String.raw`\b(?:x-)?(?:goog-)?api-key${COLON}(?<secret>${VALUE}{12,})`, 'gid') },
  {
    name: 'secret-field',
    pattern: new RegExp(String.raw`(?<![A-Za-z])(?:${FIELD})${COLON}(?<secret>(?=${VALUE}*\d)(?=${VALUE}*[A-Za-z])${VALUE}{16,})`, 'gid'),
  },
  { name: 'cookie', pattern: new RegExp(String.raw`\b(?:set-)?cookie${COLON}(?<secret>[\w.-]+=[^\r\n"'\\]{6,})`, 'gid') },
  {
    name: 'sk-key',
    pattern: /(?<![A-Za-z0-9])sk-(?:[A-Za-z]+-)*(?=[A-Za-z_-]*\d)(?=[a-z0-9_-]*[A-Z]|(?:[a-z_-]*\d){5})[A-Za-z0-9_-]{16,}/g,
  },
  { name: 'stripe-key', pattern: /(?<![A-Za-z0-9])(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { name: 'aws-access-key', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  { name: 'google-api-key', pattern: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g },
  { name: 'google-oauth', pattern: /(?<![A-Za-z0-9])(?:ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,})/g },
  { name: 'xai-key', pattern: /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{20,}/g },
  { name: 'github-token', pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g },
  { name: 'gitlab-token', pattern: /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,}/g },
  { name: 'hugging-face-token', pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/g },
  { name: 'npm-token', pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g },
  { name: 'slack-token', pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{20,}/g },
  { name: 'jwt', pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
];

/** The shortest value of an environment variable that counts as a secret: shorter ones occur in ordinary text. */
export const CANARY_MIN_LENGTH = 8;
