import type { AuthoredRecord, Dialect, SseEvent, StreamChunk, WireReply, WireRequest } from '../schema/index.js';
import type { ReplyBuilder } from './reply-builder.js';
import type { Fields } from './json.js';
import type { SystemTexts } from './system-texts.js';
import type { TextSlots } from './slots.js';

/** A tool call of a reply; `arguments` is the JSON text the model wrote, or plain text where the tool takes that. */
export interface CarriedCall {
  id?: string;
  name: string;
  arguments: string;
}

/** One reply of the model, as it came or as a later request carries it back. */
export interface CarriedReply {
  text: string;
  reasoning?: string;
  calls: CarriedCall[];
  /** Responses only: id of the response, which a later request may name as its predecessor. */
  responseId?: string;
  /** Responses only: ids of the output items, which a later request may name in place of carrying them. */
  items?: string[];
}

/** What a reply says, taken out of its wire form. */
export interface DecodedReply {
  chunks: StreamChunk[];
  reply: CarriedReply;
  /** The dialect's own word for why the reply ended; absent where it did not. */
  finish?: string;
  end: WireReply['end'];
}

export type AuthoredReply = Extract<AuthoredRecord, { type: 'reply' }>;

/** What an authored record needs from outside to become a reply. */
export interface EncodeOptions {
  /** What the client asked for, see {@link streamOf}. */
  stream: boolean | 'list';
  model: string;
  /** A new id, `kind` being e.g. `call` or `msg`. */
  ids: (kind: string) => string;
  /** Seconds since 1970. */
  created: number;
  /** In which pieces a stream sends the texts of the reply; each joined is that text. In one piece where absent. */
  pieces?: ReplyPieces;
}

/** The texts of a reply in the pieces they came in. */
export interface ReplyPieces {
  text?: readonly string[];
  reasoning?: readonly string[];
  /** The arguments of each call, as the model wrote them. */
  calls?: readonly (readonly string[])[];
}

/** Where a dialect keeps the parts of a request's body. */
export interface RequestForm {
  /** Name of the field that holds the messages. */
  messages: string;
  /** Whether the model is named in the path, not in the body. */
  modelInPath?: boolean;
  /** Takes the system prompt out of a body. */
  system: SystemTexts;
}

/** The finish of a reply, apart from what else stands in its event. */
export interface FinishForm {
  /** An event that says it once more and nothing else; `undefined` for one that does not say it. */
  again: (payload: Fields) => Fields | undefined;
  /** An event that says it without that; `undefined` where nothing is left of it. */
  without: (payload: Fields) => Fields | undefined;
}

/** One dialect of the provider seam. A payload is the JSON of one event, or of the whole body. */
export interface DialectForm {
  /** Whether a POST to this path (without its query) is a model call. */
  isCall: (path: string) => boolean;
  request: RequestForm;
  /** The name of each tool that an entry of a request's `tools` declares. */
  toolNames: (tool: Fields) => string[];
  /** The model's turns, a message at a time; neighbours are joined afterwards. `undefined` stands for a turn of somebody else. */
  turns: (request: WireRequest) => (CarriedReply | undefined)[];
  /** What the user says in a message; `undefined` where it is no message of a user. */
  userText: (message: Fields) => string | undefined;
  /** Adds one event of a stream to the reply. */
  read: (payload: Fields, builder: ReplyBuilder) => void;
  /** A body that came whole, as the events of a stream. */
  eventsOf: (body: Fields) => Fields[];
  /** Events of an authored reply; without its end where `open`. */
  stream: (reply: AuthoredReply, options: EncodeOptions, open: boolean) => SseEvent[];
  /** Body of an authored reply. */
  body: (reply: AuthoredReply, options: EncodeOptions) => Fields;
  errorBody: (status: number, message: string) => Fields;
  /** How an event, or a whole body, says that the reply is finished. */
  finish: FinishForm;
  /** Names the texts of an event or body that are pieces of one text, or whose text is JSON. */
  slots: (payload: Fields, slots: TextSlots) => void;
}

export type Dialects = Readonly<Record<Dialect, DialectForm>>;
