import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the provider answers one request. */
export type Answer = (response: ServerResponse, body: Record<string, unknown>) => void | Promise<void>;

/** One part of a reply. */
export type Part = { text: string } | { reasoning: string } | { id: string; tool: string; args: unknown };

const sse = (payload: unknown): string => `data: ${JSON.stringify(payload)}\n\n`;
const head = { id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
const chunk = (delta: object, finish: string | null = null, usage: object | null = null): string =>
  sse({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], usage });

function deltas(part: Part, index: number): string {
  if ('text' in part) return chunk({ content: part.text });
  if ('reasoning' in part) return chunk({ reasoning_content: part.reasoning });
  const args = typeof part.args === 'string' ? part.args : JSON.stringify(part.args);
  return (
    chunk({ tool_calls: [{ index, id: part.id, type: 'function', function: { name: part.tool, arguments: '' } }] }) +
    chunk({ tool_calls: [{ index, function: { arguments: args } }] })
  );
}

function chatText(parts: readonly Part[]): string {
  const tools = parts.filter((part) => 'tool' in part);
  return chunk({ role: 'assistant', content: '' }) + parts.map((part) => deltas(part, tools.indexOf(part as never))).join('');
}

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 6 };

const stream = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text);
};

/** A whole reply in the Chat Completions dialect (DeepSeek's and OpenAI's). */
export const chat =
  (parts: readonly Part[], finish = parts.some((part) => 'tool' in part) ? 'tool_calls' : 'stop'): Answer =>
  (response) => {
    stream(response, `${chatText(parts)}${chunk({}, finish, usage)}data: [DONE]\n\n`);
    response.end();
  };

/** A reply that begins and is never ended. */
export const hangs =
  (...parts: Part[]): Answer =>
  (response) =>
    stream(response, chatText(parts));

/** A reply that breaks off with a clean end of the bytes. */
export const breaksOff =
  (...parts: Part[]): Answer =>
  (response) => {
    stream(response, chatText(parts));
    response.end();
  };

export const refuses =
  (status: number, message = 'no'): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message, type: 'error' } }));
  };

/** A reply in Anthropic's dialect. */
export const anthropic =
  (text: string, stopReason = 'end_turn'): Answer =>
  (response) => {
    const events: { type: string; [key: string]: unknown }[] = [
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 7, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ];
    stream(response, events.map((event) => `event: ${event.type}\n${sse(event)}`).join(''));
    response.end();
  };

/** A provider on loopback that answers from a list and keeps what it was asked. */
export class Provider {
  readonly requests: { path: string; body: Record<string, unknown>; text: string }[] = [];
  readonly #answers: Answer[] = [];
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));
  /** Requests whose client went away before the answer's end. */
  aborted = 0;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  answers(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece as string;
    const body = JSON.parse(text) as Record<string, unknown>;
    this.requests.push({ path: request.url ?? '', body, text });
    response.once('close', () => {
      if (!response.writableFinished) this.aborted++;
    });
    await (this.#answers.shift() ?? refuses(500, 'the test gave no answer for this request'))(response, body);
  }
}
