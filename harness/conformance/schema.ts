import { finding, type Finding } from './rules.js';
import type { Message } from './messages.js';
import { inspect, isRepaired } from './shape.js';
import type { AcpValidators, MethodTable, SchemaShapes, ValidatorError } from './validators.js';

/** Every message against the schema of its method, in its direction; answers against that of the method they answer. */
export function checkSchemas(messages: readonly Message[], acp: AcpValidators): Finding[] {
  const tags = unstableTags(acp.shapes.unstable);
  return messages.flatMap((message) => {
    const faults = checkMessage(message, acp, tags);
    if (message.from === 'agent') return faults;
    // A client that sends nonsense may do so on purpose; that is no fault of the agent.
    return faults.filter(({ rule }) => rule === 'schema').map(({ message: text }) => finding('client-schema', message.index, text));
  });
}

function checkMessage(message: Message, acp: AcpValidators, tags: ReadonlySet<string>): Finding[] {
  if (message.kind === 'noise' || message.kind === 'invalid') return [];
  if (message.kind === 'response') {
    if ('error' in message) return checkValue(message.index, 'Error', message.error, 'error', acp, tags);
    const asked = message.request && entryOf(acp.methods, message.request);
    return asked?.result ? checkValue(message.index, asked.result, message.result, `${message.request!.method} result`, acp, tags) : [];
  }
  const entry = entryOf(acp.methods, message);
  if (!entry) return misplaced(message, acp);
  if (message.kind !== (entry.params.endsWith('Request') ? 'request' : 'notification')) {
    return [finding('wrong-kind', message.index, `${message.method} as a ${message.kind}`)];
  }
  return checkValue(message.index, entry.params, message.params ?? {}, `${message.method} params`, acp, tags);
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

function checkValue(index: number, name: string, value: unknown, what: string, acp: AcpValidators, tags: ReadonlySet<string>): Finding[] {
  const { unknown, repaired } = inspect(acp.shapes.stable, name, value);
  const found: Finding[] = [];
  const validate = acp.validators[name]!;
  if (!validate(value)) found.push(...complaints(index, what, validate.errors ?? [], repaired, tags));
  if (unknown.length === 0) return found;
  const unknownToBoth = new Set(inspect(acp.shapes.unstable, name, value).unknown);
  for (const path of unknown) {
    found.push(
      unknownToBoth.has(path)
        ? finding('unknown-field', index, `${what}: ${path} is not in the schema; extensions belong into _meta`)
        : finding('unstable-field', index, `${what}: ${path} is not stable yet`),
    );
  }
  return found;
}

function complaints(
  index: number,
  what: string,
  errors: readonly ValidatorError[],
  repaired: ReadonlySet<string>,
  tags: ReadonlySet<string>,
): Finding[] {
  const unstable = errors.find(
    ({ keyword, params }) => keyword === 'discriminator' && tags.has(`${String(params['tag'])}=${String(params['tagValue'])}`),
  );
  if (unstable)
    return [
      finding(
        'unstable-field',
        index,
        `${what}: ${unstable.instancePath} ${String(unstable.params['tag'])} ${JSON.stringify(unstable.params['tagValue'])} is not stable yet`,
      ),
    ];
  const hard = errors.filter(({ instancePath }) => !isRepaired(instancePath, repaired));
  const rule = hard.length > 0 ? 'schema' : 'schema-lenient';
  return [finding(rule, index, `${what}: ${describe(hard.length > 0 ? hard : errors)}`)];
}

const MOST_PLACES = 3;

/** The first few places with what is asked there; alternatives of one place are named together. */
function describe(errors: readonly ValidatorError[]): string {
  const places = [...new Set(errors.map(({ instancePath }) => instancePath))];
  const texts = places
    .slice(0, MOST_PLACES)
    .map((path) => `${path}${path && ' '}${asked(errors.filter(({ instancePath }) => instancePath === path))}`);
  return texts.join('; ') + (places.length > MOST_PLACES ? `; and ${places.length - MOST_PLACES} more` : '');
}

/** Each alternative of a value has a constant; where the value is of another type, each complains of the type as well. */
function asked(errors: readonly ValidatorError[]): string {
  const values = errors.flatMap(({ keyword, params }) => (keyword === 'const' ? [params['allowedValue']] : []));
  const types = errors.filter(({ keyword }) => keyword === 'type');
  if (values.length > Math.max(1, types.length)) return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const [first] = types.length > 0 ? types : errors;
  return first!.message ?? first!.keyword;
}

/** Tags that the unstable schema knows, such as `sessionUpdate=subagent_update`. Those that the stable one knows too never fail there. */
function unstableTags(unstable: SchemaShapes): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const { oneOf } of Object.values(unstable)) {
    for (const { properties } of oneOf ?? []) {
      for (const [name, property] of Object.entries(properties ?? {}))
        if (property !== true && typeof property.const === 'string') tags.add(`${name}=${property.const}`);
    }
  }
  return tags;
}
