import * as z from 'zod';
import { compareMode, surfaceId } from './surface.js';

const reason = z.string().min(3);
const alias = z.string().regex(/^[a-z][a-z0-9-]*$/);

/** Where a scenario's files came from. Written by record; an authored scenario is never counted as recorded. */
export const provenance = z.strictObject({
  kind: z.enum(['recorded', 'authored']),
  /** ISO date and time of the recording. */
  recordedAt: z.string().optional(),
  tool: z.string().optional(),
  agent: z.string().optional(),
  model: z.string().optional(),
  reason: reason.optional(),
});
export type Provenance = z.infer<typeof provenance>;

/** First line of `input.jsonl`: it declares the scenario. Each loosening carries its reason. */
export const inputHeader = z.strictObject({
  type: z.literal('fixture'),
  fixture: z.literal('input'),
  schema: z.literal(1),
  scenario: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i),
  description: z.string().min(1),
  /** Name of the agent profile, as in the Playwright config. */
  agent: z.string().min(1),
  seam: z.enum(['session', 'provider', 'none']),
  /** All, where absent. */
  surfaces: z.strictObject({ only: z.array(surfaceId).min(1), reason }).optional(),
  headerClass: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .optional(),
  /** This scenario holds its header class's full system prompt and tool schemas. */
  pin: z.literal(true).optional(),
  /** `replay.override.json` stands in place of the derived replay script. */
  overridden: z.strictObject({ reason }).optional(),
  compare: z.strictObject({ mode: compareMode, reason }).optional(),
  optionalLanes: z.array(z.strictObject({ lane: z.number().int().positive(), reason })).optional(),
  /** The agent changes its system prompt or tools in mid-run. */
  headerChanges: z.strictObject({ reason }).optional(),
  /** Findings that this scenario allows, by name. */
  allow: z.array(z.strictObject({ finding: z.string(), reason })).optional(),
  provenance: provenance.optional(),
});
export type InputHeader = z.infer<typeof inputHeader>;

/** A partial frame, log event or object: it matches where every given key matches, deep; arrays match by prefix. */
const pattern = z.record(z.string(), z.unknown());

/** What a step waits for, always something that was seen, never time. */
export const trigger = z.union([
  /** An agent frame seen since the last step that waited; one that names a session of another alias than the step's does not count. E.g. `{"method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk"}}}`. */
  z.strictObject({ frame: pattern, count: z.number().int().positive().default(1) }),
  /** A file below the workspace exists (and holds the text, where given). */
  z.strictObject({ file: z.string(), contains: z.string().optional() }),
  /** An event of the agent's session log. */
  z.strictObject({ log: pattern, count: z.number().int().positive().default(1) }),
  /** The run's model call of this number was made: the provider has it. A log that says so earlier is no proof of it. */
  z.strictObject({ call: z.number().int().positive() }),
]);
export type Trigger = z.infer<typeof trigger>;

export const PERMISSION_KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

const session = alias.default('main');
const promptContent = z.array(z.looseObject({ type: z.string() })).min(1);

const requestOps = [
  z.strictObject({
    op: z.literal('initialize'),
    protocolVersion: z.number().int().default(1),
    clientCapabilities: z.record(z.string(), z.unknown()).optional(),
    clientInfo: z.record(z.string(), z.unknown()).optional(),
  }),
  z.strictObject({ op: z.literal('authenticate'), methodId: z.string() }),
  z.strictObject({ op: z.literal('new_session'), session, mcpServers: z.array(z.looseObject({})).default([]) }),
  /** `session` names an alias whose id is known, or `id` gives one literally. */
  z.strictObject({ op: z.literal('load_session'), session, id: z.string().optional(), mcpServers: z.array(z.looseObject({})).default([]) }),
  z.strictObject({
    op: z.literal('resume_session'),
    session,
    id: z.string().optional(),
    mcpServers: z.array(z.looseObject({})).default([]),
  }),
  z.strictObject({ op: z.literal('list_sessions'), cursor: z.string().optional() }),
  z.strictObject({ op: z.literal('close_session'), session }),
  z.strictObject({ op: z.literal('set_mode'), session, mode: z.string() }),
  z.strictObject({ op: z.literal('set_config_option'), session, option: z.string(), value: z.union([z.string(), z.boolean()]) }),
  /** `wait: false` sends and goes on; `wait_for` with `response` ends it. */
  z.strictObject({
    op: z.literal('prompt'),
    session,
    text: z.string().optional(),
    content: promptContent.optional(),
    wait: z.boolean().default(true),
  }),
  /** Any other request; params are sent as written, `{{cwd}}` and `{{session:alias}}` bound. */
  z.strictObject({ op: z.literal('request'), method: z.string(), params: z.record(z.string(), z.unknown()).default({}) }),
] as const;

export const requestOp = z.discriminatedUnion('op', [...requestOps]);
export type RequestOp = z.infer<typeof requestOp>;

/** Every later line of `input.jsonl`: one client action. */
export const inputStep = z.discriminatedUnion('op', [
  ...requestOps,
  z.strictObject({ op: z.literal('notify'), method: z.string(), params: z.record(z.string(), z.unknown()).default({}) }),
  /** `session/cancel`, at once or as soon as something was seen. */
  z.strictObject({ op: z.literal('cancel'), session, when: trigger.optional() }),
  /** `$/cancel_request` for the open prompt of a session. */
  z.strictObject({ op: z.literal('cancel_request'), session, when: trigger.optional() }),
  /** Waits for a trigger, or for the open prompt's response. */
  z.strictObject({
    op: z.literal('wait_for'),
    session,
    response: z.literal(true).optional(),
    frame: pattern.optional(),
    file: z.string().optional(),
    contains: z.string().optional(),
    log: pattern.optional(),
    call: z.number().int().positive().optional(),
    count: z.number().int().positive().default(1),
  }),
  /** Answers the next permission request that fits, by option kind. `tool` addresses it where two can be open at once: a part of the title, or the call's tool name. */
  z.strictObject({
    op: z.literal('answer_permission'),
    session,
    option: z.enum([...PERMISSION_KINDS, 'cancelled']),
    tool: z.string().optional(),
  }),
  /** The request has to be answered with an error. */
  z.strictObject({ op: z.literal('expect_error'), request: requestOp, code: z.number().int().optional(), message: z.string().optional() }),
  /** Bytes to the agent's stdin as they are; a newline follows unless `newline` is false. */
  z.strictObject({ op: z.literal('raw'), text: z.string().optional(), base64: z.string().optional(), newline: z.boolean().default(true) }),
]);
export type InputStep = z.infer<typeof inputStep>;
