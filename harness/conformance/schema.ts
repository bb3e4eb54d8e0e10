import { complaint, unstableTags } from './complaint.js';
import type { Message } from './messages.js';
import { finding, type Finding } from './rules.js';
import { inspect } from './shape.js';
import { UnknownFields } from './unknown-fields.js';
import type { AcpValidators, MethodTable } from './validators.js';

/** Every message against the schema of its method, in its direction; answers against that of the method they answer. */
export function checkSchemas(messages: readonly Message[], acp: AcpValidators): Finding[] {
  const check = checks.get(acp) ?? new SchemaCheck(acp);
  checks.set(acp, check);
  return messages.flatMap((message) => {
    const faults = check.message(message);
    if (message.from === 'agent') return faults;
    // A client that sends nonsense may do so on purpose; that is no fault of the agent.
    return faults.filter(({ rule }) => rule === 'schema').map(({ message: text }) => finding('client-schema', message.index, text));
  });
}

/** What a check learns of the schema serves every run of a worker. */
const checks = new WeakMap<AcpValidators, SchemaCheck>();

class SchemaCheck {
  private readonly stable: UnknownFields;
  // Few runs ask for these two, and gathering them took ten milliseconds of each new worker.
  private unstableFields: UnknownFields | undefined;
  private tagsOfUnstable: ReadonlySet<string> | undefined;

  constructor(private readonly acp: AcpValidators) {
    this.stable = new UnknownFields(acp.shapes.stable, acp.tags.stable);
  }

  private get unstable(): UnknownFields {
    return (this.unstableFields ??= new UnknownFields(this.acp.shapes.unstable, this.acp.tags.unstable));
  }

  private get tags(): ReadonlySet<string> {
    return (this.tagsOfUnstable ??= unstableTags(this.acp.shapes.unstable));
  }

  message(message: Message): Finding[] {
    const { index } = message;
    const { methods } = this.acp;
    if (message.kind === 'noise' || message.kind === 'invalid') return [];
    if (message.kind === 'response') {
      if ('error' in message) return this.value(index, 'Error', message.error, 'error');
      const asked = message.request && entryOf(methods, message.request);
      return asked?.result ? this.value(index, asked.result, message.result, `${message.request!.method} result`) : [];
    }
    const entry = entryOf(methods, message);
    if (!entry) return misplaced(message, this.acp);
    if (message.kind !== (entry.params.endsWith('Request') ? 'request' : 'notification')) {
      return [finding('wrong-kind', index, `${message.method} as a ${message.kind}`)];
    }
    return this.value(index, entry.params, message.params ?? {}, `${message.method} params`);
  }

  private value(index: number, name: string, value: unknown, what: string): Finding[] {
    const validate = this.acp.validators[name]!;
    const found: Finding[] = [];
    if (!validate(value))
      found.push(complaint(index, what, validate.errors ?? [], inspect(this.acp.shapes.stable, name, value).repaired, this.tags));
    const unknown = this.stable.of(name, value);
    if (unknown.length === 0) return found;
    const unknownToBoth = new Set(this.unstable.of(name, value));
    for (const path of unknown) {
      const isUnknown = unknownToBoth.has(path);
      const text = isUnknown ? 'is not in the schema; extensions belong into _meta' : 'is not stable yet';
      found.push(finding(isUnknown ? 'unknown-field' : 'unstable-field', index, `${what}: ${path} ${text}`));
    }
    return found;
  }
}

type Call = Extract<Message, { method: string }>;

function entryOf(methods: MethodTable, { method, from }: Call): MethodTable[string][number] | undefined {
  const receiver = from === 'agent' ? 'client' : 'agent';
  return Object.hasOwn(methods, method) ? methods[method]!.find(({ side }) => side === receiver || side === 'protocol') : undefined;
}

/** A method that is not served in this direction. Extensions are anybody's. */
function misplaced(message: Call, acp: AcpValidators): Finding[] {
  const { method, index } = message;
  if (method.startsWith('_') || method.startsWith('$/')) return [];
  if (Object.hasOwn(acp.methods, method)) return [finding('wrong-direction', index, `${method} from the ${message.from}`)];
  if (entryOf(acp.unstableMethods, message)) return [finding('unstable-method', index, `${method} is not stable yet`)];
  return [finding('unknown-method', index, `${method} is no method of the protocol`)];
}
