/** Every rule by its stable name: how bad a breach is, and what the rule asks. Input headers allow breaches by these names. */
export const RULES = {
  noise: { severity: 'error', asks: 'a line on stdout is one JSON object' },
  'line-format': { severity: 'warning', asks: 'a line has no byte order mark and no carriage return, and ends with a newline' },
  'jsonrpc-version': { severity: 'error', asks: '"jsonrpc" is "2.0"' },
  envelope: { severity: 'error', asks: 'a frame is exactly one of request, notification, result, error' },
  'id-type': { severity: 'error', asks: 'an id is a string, an integer or null' },
  'duplicate-request-id': { severity: 'error', asks: 'an id is not used again while its request is open' },
  'duplicate-response': { severity: 'error', asks: 'a request is answered once' },
  'unknown-response-id': { severity: 'error', asks: 'a response answers a request' },
  'unanswered-request': { severity: 'warning', asks: 'every request is answered' },
  schema: { severity: 'error', asks: 'a message fits the schema of its method' },
  'schema-lenient': { severity: 'warning', asks: 'a message fits the schema also in fields that a receiver repairs' },
  'client-schema': { severity: 'warning', asks: 'what the client sends fits the schema' },
  'unknown-field': { severity: 'warning', asks: 'fields outside _meta are those of the schema' },
  'unstable-field': { severity: 'warning', asks: 'fields and variants are those of the stable schema' },
  'unknown-method': { severity: 'error', asks: 'a method is one of the protocol, or starts with "_"' },
  'unstable-method': { severity: 'warning', asks: 'a method is one of the stable protocol' },
  'wrong-direction': { severity: 'error', asks: 'a method goes to the side that serves it' },
  'wrong-kind': { severity: 'error', asks: 'a request carries an id, a notification does not' },
  'initialize-first': { severity: 'error', asks: 'nothing is sent or granted before initialize is answered' },
  'protocol-version': { severity: 'warning', asks: 'version 1 of the protocol is agreed on' },
  'update-before-session': { severity: 'error', asks: 'a session id is introduced before a frame names it' },
  'unknown-session': { severity: 'error', asks: 'a frame names a session that was introduced' },
  'closed-session': { severity: 'error', asks: 'nothing follows about a closed or deleted session' },
  'late-update': { severity: 'error', asks: 'updates of a turn precede the response to its prompt' },
  'update-outside-turn': { severity: 'warning', asks: 'messages, tool calls and plans belong to a turn' },
  'cancel-outcome': { severity: 'error', asks: 'a prompt whose session was cancelled ends with the stop reason "cancelled"' },
  'load-replay-late': { severity: 'error', asks: 'session/load replays the history before its response' },
  'resume-replay': { severity: 'error', asks: 'session/resume replays nothing before its response' },
  'fs-not-advertised': { severity: 'error', asks: "fs methods are called only where the client's capabilities name them" },
  'terminal-not-advertised': { severity: 'error', asks: "terminal methods are called only where the client's capabilities name them" },
  'elicitation-not-advertised': { severity: 'error', asks: "elicitation is used only in the modes the client's capabilities name" },
  'update-not-advertised': {
    severity: 'error',
    asks: "notices and compaction updates are sent only where the client's capabilities name them",
  },
  'duplicate-tool-call': { severity: 'error', asks: 'a tool call is announced once' },
  'unknown-tool-call': { severity: 'error', asks: 'a tool call update follows its tool call' },
  'permission-before-tool-call': { severity: 'warning', asks: 'a permission request follows its tool call' },
  'absolute-path': { severity: 'error', asks: 'a path is absolute' },
  'line-number': { severity: 'error', asks: 'lines count from 1' },
} as const satisfies Record<string, { severity: 'error' | 'warning'; asks: string }>;

export type RuleName = keyof typeof RULES;

/** A breach of a rule. `frame` is the index of the frame in the list that was checked. */
export interface Finding {
  readonly rule: RuleName;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly frame?: number;
}

/** A finding with its rule's severity, unless another one is named. */
export function finding(rule: RuleName, frame: number, message: string, severity: Finding['severity'] = RULES[rule].severity): Finding {
  return { rule, severity, message, frame };
}
