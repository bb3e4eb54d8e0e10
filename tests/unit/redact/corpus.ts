import { seeded } from '../diff/random.js';

/** One kind of secret, made anew from a seed. `core` is what must not be found anywhere afterwards. */
export interface Planted {
  format: string;
  text: string;
  core: string;
  /** It is a secret only behind its field's name, so it makes no part of a path. */
  needsField?: boolean;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALNUM = LOWER + UPPER + DIGITS;

export interface Random {
  below: (limit: number) => number;
  pick: <T>(items: readonly T[]) => T;
  text: (alphabet: string, length: number) => string;
}

export function createRandom(seed: number): Random {
  const next = seeded(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { below, pick, text: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]!).join('') };
}

/** Values of the recording machine, which each corpus makes for itself. */
export interface Machine {
  canaries: string[];
  home: string;
  user: string;
  host: string;
}

export function machineOf({ text }: Random): Machine {
  const user = `u${text(LOWER, 8)}`;
  return {
    canaries: [`${text(ALNUM, 9)}/${text(ALNUM, 6)}"${text(DIGITS, 3)}`, `${text(LOWER, 5)} ${text(LOWER, 6)}`],
    home: `/home/${user}`,
    user,
    host: `h${text(LOWER, 6)}-${text(DIGITS, 2)}`,
  };
}

// Prefixes are put together, so that no scanner takes this file for a leak.
const join = (...parts: string[]): string => parts.join('');

export function secretsOf(random: Random, machine: Machine): Planted[] {
  const { text, pick } = random;
  const some = (alphabet: string, length: number): string => `${text(alphabet, length - 2)}${text(DIGITS, 2)}`;
  const bare = (format: string, core: string): Planted => ({ format, text: core, core });
  const field = (format: string, before: string, core: string, after = ''): Planted => ({
    format,
    text: `${before}${core}${after}`,
    core,
    needsField: true,
  });
  const pem = (kind: string): Planted => {
    const core = Array.from({ length: 4 }, () => text(`${ALNUM}+/`, 64)).join('\n');
    const label = `${kind}PRIVATE KEY-----`;
    return {
      format: `pem ${kind}`.trim(),
      text: `-----BEGIN ${label}\n${core}\n-----END ${label}`,
      core: core.slice(0, 64),
      needsField: true,
    };
  };
  const base64 = (value: string): string => Buffer.from(value).toString('base64');
  const jwt =
    `${base64(`{"alg":"HS256","n":"${text(LOWER, 4)}"}`)}.${base64(`{"sub":"${text(DIGITS, 9)}"}`)}.${text(ALNUM, 43)}`.replaceAll('=', '');
  return [
    bare('deepseek', join('sk-', some('abcdef0123456789', 32))),
    bare('openai project', join('sk-', 'proj-', some(`${ALNUM}_-`, 48))),
    bare('anthropic', join('sk-', 'ant-api03-', some(`${ALNUM}_-`, 93), 'AA')),
    bare('google', join('AI', 'za', text(`${ALNUM}_-`, 35))),
    bare('google oauth', join('ya', '29.', text(`${ALNUM}_-`, 60))),
    bare('xai', join('xai', '-', text(ALNUM, 80))),
    bare('github', join(pick(['ghp', 'gho', 'ghs']), '_', text(ALNUM, 36))),
    bare('github fine-grained', join('github', '_pat_', text(ALNUM, 22), '_', text(ALNUM, 59))),
    bare('gitlab', join('glp', 'at-', text(ALNUM, 20))),
    bare('hugging face', join('h', 'f_', text(LOWER + UPPER, 34))),
    bare('npm', join('np', 'm_', text(ALNUM, 36))),
    bare('slack', join('xo', 'xb-', text(DIGITS, 12), '-', text(DIGITS, 13), '-', text(ALNUM, 24))),
    bare('stripe', join('sk', '_live_', text(ALNUM, 24))),
    bare('sendgrid', join('S', 'G.', text(ALNUM, 22), '.', text(ALNUM, 43))),
    bare('linear', join('lin', '_api_', text(ALNUM, 40))),
    bare('shopify', join('shp', 'at_', text('abcdef0123456789', 32))),
    bare('aws access key', join('AK', 'IA', text(UPPER + '234567', 16))),
    bare('jwt', jwt),
    bare('canary', pick(machine.canaries)),
    bare('home', machine.home),
    bare('user', machine.user),
    bare('host', machine.host),
    field('bearer jwt', 'Authorization: Bearer ', jwt),
    field('bearer opaque', 'bearer ', some(ALNUM, 32)),
    field('basic', 'authorization: Basic ', base64(`${text(LOWER, 8)}:${text(ALNUM, 14)}`).replaceAll('=', '')),
    field('x-api-key', 'x-api-key: ', some(ALNUM, 24)),
    field('x-goog-api-key', 'x-goog-api-key: ', some(ALNUM, 24)),
    field('cookie', 'Cookie: ', `sid=${some(ALNUM, 24)}`),
    field('set-cookie', 'set-cookie: ', `session=${some(ALNUM, 24)}`, '; Path=/; HttpOnly'),
    field('aws secret key', 'aws_secret_access_key = ', some(ALNUM, 40)),
    field('password field', '"password": "', some(ALNUM, 20), '"'),
    field('url password', `https://${text(LOWER, 6)}:`, some(ALNUM, 16), '@internal.example.org/x'),
    field('database url', `postgresql://${text(LOWER, 6)}:`, some(ALNUM, 16), '@db.internal.net:5432/app'),
    pem('RSA '),
    pem('EC '),
    pem('OPENSSH '),
    pem(''),
  ];
}

/** Looks like a secret and is none. */
export function lookalikesOf({ text, below }: Random): { kind: string; text: string }[] {
  const hex = (length: number): string => text('abcdef0123456789', length);
  const uuid = [8, 4, 4, 4, 12].map(hex).join('-');
  return [
    { kind: 'call id', text: `call_${below(9)}_${hex(24)}` },
    { kind: 'call id (openai)', text: `call_${text(ALNUM, 24)}` },
    { kind: 'call id (anthropic)', text: `toolu_01${text(ALNUM, 22)}` },
    { kind: 'message id', text: `msg_${text(ALNUM, 24)}` },
    { kind: 'response id', text: `resp_${hex(48)}` },
    { kind: 'fingerprint', text: `fp_${hex(10)}_prod0820_fp8_kvcache` },
    { kind: 'request id', text: `req_${text(ALNUM, 24)}` },
    { kind: 'uuid', text: uuid },
    { kind: 'urn', text: `urn:uuid:${uuid}` },
    { kind: 'git hash', text: `commit ${hex(40)}` },
    { kind: 'sha256', text: `sha256:${hex(64)}` },
    { kind: 'integrity', text: `sha512-${Buffer.from(hex(64)).toString('base64')}` },
    { kind: 'base64', text: Buffer.from(text(ALNUM, 90)).toString('base64') },
    { kind: 'image', text: `data:image/png;base64,${Buffer.from(text(ALNUM, 120)).toString('base64')}` },
    { kind: 'encrypted reasoning', text: `gAAAAAB${text(`${ALNUM}_-`, 160)}` },
    { kind: 'time', text: new Date(below(2_000_000_000) * 1000).toISOString() },
    { kind: 'branch', text: `task-risk-${text(LOWER, 12)}-${text(DIGITS, 4)}` },
    { kind: 'path', text: `/usr/lib/${text(LOWER, 9)}/${hex(16)}/index.js` },
    { kind: 'prose', text: 'Set the Authorization: header, an sk- key, or the cookie: see the api-key docs. Password: required.' },
    { kind: 'variable', text: '"apiKey": process.env.DEEPSEEK_API_KEY, "authorization": `Bearer ${token}`' },
    { kind: 'usage', text: '{"prompt_cache_hit_tokens":512,"access_token_count":12345678901234567890}' },
  ];
}

/** Cuts a text into this many pieces, at places a seed chose. */
export function split(text: string, parts: number, { below }: Random): string[] {
  const cuts = new Set<number>();
  while (cuts.size < Math.min(parts - 1, text.length - 1)) cuts.add(1 + below(text.length - 1));
  const places = [0, ...[...cuts].sort((a, b) => a - b), text.length];
  return places.slice(1).map((end, index) => text.slice(places[index], end));
}
