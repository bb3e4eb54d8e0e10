/** How binding a rule is: what the protocol says MUST be, what a capability decides, and what it or its users advise. */
export type Tier = 'mandatory' | 'capability' | 'advisory';

interface Rule<Name extends Tier> {
  readonly tier: Name;
  readonly severity: Name extends 'advisory' ? 'warning' : 'error';
  /** What the rule asks for. */
  readonly asks: string;
}

const mandatory = (asks: string): Rule<'mandatory'> => ({ tier: 'mandatory', severity: 'error', asks });
const capability = (asks: string): Rule<'capability'> => ({ tier: 'capability', severity: 'error', asks });
const advisory = (asks: string): Rule<'advisory'> => ({ tier: 'advisory', severity: 'warning', asks });

/** Every rule by its stable name: how bad a breach is, and what the rule asks. Input headers allow breaches by these names. */
export const RULES = {
  noise: mandatory('a line on stdout is one JSON object'),
  'line-format': advisory('a line has no byte order mark and no carriage return, and ends with a newline'),
  'jsonrpc-version': mandatory('"jsonrpc" is "2.0"'),
  envelope: mandatory('a frame is exactly one of request, notification, result, error'),
  'id-type': mandatory('an id is a string, an integer or null'),
  'duplicate-request-id': mandatory('an id is not used again while its request is open'),
  'duplicate-response': mandatory('a request is answered once'),
  'unknown-response-id': mandatory('a response answers a request'),
  'unanswered-request': advisory('every request is answered'),
  schema: mandatory('a message fits the schema of its method'),
  'schema-lenient': advisory('a message fits the schema also in fields that a receiver repairs'),
  'client-schema': advisory('what the client sends fits the schema'),
  'unknown-field': advisory('fields outside _meta are those of the schema'),
  'unstable-field': advisory('fields and variants are those of the stable schema'),
  'unknown-method': mandatory('a method is one of the protocol, or starts with "_"'),
  'unstable-method': advisory('a method is one of the stable protocol'),
  'wrong-direction': mandatory('a method goes to the side that serves it'),
  'wrong-kind': mandatory('a request carries an id, a notification does not'),
  'method-not-served': mandatory('the methods that every agent has are served'),
  'initialize-first': mandatory('nothing is sent or granted before initialize is answered'),
  'protocol-version': advisory('version 1 of the protocol is agreed on'),
  'update-before-session': mandatory('a session id is introduced before a frame names it'),
  'unknown-session': mandatory('a frame names a session that was introduced'),
  'closed-session': mandatory('nothing follows about a closed or deleted session'),
  'close-open-turn': mandatory('session/close ends the turns of its session before it is answered'),
  'late-update': mandatory('updates of a turn precede the response to its prompt'),
  'update-outside-turn': advisory('messages, tool calls and plans belong to a turn'),
  'cancel-outcome': mandatory('a prompt whose session was cancelled ends with the stop reason "cancelled"'),
  'load-replay-late': mandatory('session/load replays the history before its response'),
  'resume-replay': mandatory('session/resume replays nothing before its response'),
  'fs-not-advertised': capability("fs methods are called only where the client's capabilities name them"),
  'terminal-not-advertised': capability("terminal methods are called only where the client's capabilities name them"),
  'elicitation-not-advertised': capability("elicitation is used only in the modes the client's capabilities name"),
  'update-not-advertised': capability("notices and compaction updates are sent only where the client's capabilities name them"),
  'boolean-option-not-advertised': capability("boolean config options are sent only where the client's capabilities name them"),
  'advertised-not-served': capability("a method that the agent's capabilities name is served"),
  'duplicate-tool-call': mandatory('a tool call is announced once'),
  'unknown-tool-call': mandatory('a tool call update follows its tool call'),
  'permission-before-tool-call': advisory('a permission request follows its tool call'),
  'tool-call-reopened': advisory('a tool call that ended stays ended'),
  'tool-call-unfinished': advisory('a tool call ends before its turn does'),
  'unknown-terminal': mandatory('a terminal is one that was created and not released'),
  'terminal-not-released': mandatory('a terminal is released'),
  'unknown-elicitation': advisory('an elicitation that completes was created in url mode'),
  'unknown-mode': advisory('the current mode is one of those that the session has'),
  'config-options-incomplete': advisory('config options are told completely: the one that was set is among them'),
  'absolute-path': mandatory('a path is absolute'),
  'line-number': mandatory('lines count from 1'),
} as const satisfies Record<string, Rule<Tier>>;

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
