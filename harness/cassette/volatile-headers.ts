/** A header whose value differs per run or per machine, and the token that stands for it. */
export interface VolatileHeader {
  /** Name of the normalizer, as the report lists it. */
  name: string;
  reason: string;
  token: string;
  /** Whether the value is an id, which a reply may echo. */
  isId: boolean;
}

const CLIENT = 'it says which library, runtime and machine sent it';
const TRACE = 'tracing ids are minted per run';
const ID = 'ids are minted per run';

const RULES: readonly { pattern: RegExp; reason: string; isId: boolean }[] = [
  { pattern: /^(?:user-agent|x-goog-api-client|x-client-version|x-app-version)$/, reason: CLIENT, isId: false },
  { pattern: /^x-stainless-/, reason: CLIENT, isId: false },
  {
    pattern: /^(?:traceparent|tracestate|baggage|sentry-trace|b3|x-b3-.*|x-datadog-.*|x-amzn-trace-id|x-cloud-trace-context)$/,
    reason: TRACE,
    isId: false,
  },
  { pattern: /^(?:date|x-request-start|x-request-time)$/, reason: 'the wall clock', isId: false },
  {
    pattern:
      /(?:^|-)(?:request|session|thread|conversation|trace|span|correlation|user|device|installation|machine|window|run|turn|message|invocation)-id$/,
    reason: ID,
    isId: true,
  },
  { pattern: /^x-session-affinity$/, reason: ID, isId: true },
];

/**
 * The rule of a header that is volatile whatever the agent: the names of libraries, of tracing, and ids. What else
 * differs stands in the agent's profile.
 *
 * @example
 * volatileHeader('user-agent'); // { name: 'header user-agent', token: '{{user-agent}}', … }
 */
export function volatileHeader(name: string): VolatileHeader | undefined {
  const rule = RULES.find(({ pattern }) => pattern.test(name));
  return rule && { name: `header ${name}`, reason: rule.reason, token: `{{${name}}}`, isId: rule.isId };
}
