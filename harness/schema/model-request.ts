import * as z from 'zod';

/** A tool as the model is told of it. */
export const toolSchema = z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) });
export type ToolSchema = z.infer<typeof toolSchema>;

/** One block of a message in a model request. Images carry base64 data. */
export const messageBlock = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string(), signature: z.string().optional() }),
  z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({
    type: z.literal('tool-result'),
    toolCallId: z.string(),
    content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
    isError: z.boolean(),
  }),
]);
export type MessageBlock = z.infer<typeof messageBlock>;

export const message = z.object({ role: z.enum(['user', 'assistant']), content: z.array(messageBlock) });
export type Message = z.infer<typeof message>;

/** What one model call receives, in the `llm/stream` chain: independent of any provider's dialect. */
export const modelRequest = z.object({
  config: z.looseObject({ provider: z.string(), model: z.string() }),
  /** The system prompt, or the token `{{system}}` in an expected file outside the pin. */
  system: z.string(),
  /** The tool schemas in the agent's order, or the token `{{tools}}`. */
  tools: z.union([z.array(toolSchema), z.literal('{{tools}}')]),
  messages: z.array(message),
});
export type ModelRequest = z.infer<typeof modelRequest>;
