// A "live" provider for recordings: a process of its own that speaks DeepSeek's streaming dialect on loopback, with
// ids, times and chunk boundaries that differ in every run. What it says follows from the conversation alone: the last
// user message names a line of replies.json, the number of replies since then the place in it.
// usage: node deepseek.mjs   → prints {"url": "http://127.0.0.1:<port>"} and serves until stdin closes
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const replies = JSON.parse(readFileSync(new URL('./replies.json', import.meta.url), 'utf8'));
const model = 'deepseek-chat';

const textOf = (content) => (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n'));

function nextReply(messages) {
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  const said = textOf(messages[lastUser]?.content ?? '');
  const key = Object.keys(replies).find((prompt) => said.includes(prompt));
  const place = messages.slice(lastUser + 1).filter((message) => message.role === 'assistant').length;
  return key === undefined ? undefined : replies[key][place];
}

/** Words with their leading space, the way a tokenizer cuts them. */
const pieces = (text) => text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];

function* deltas(reply) {
  yield { role: 'assistant', content: reply.reasoning ? null : '' };
  for (const piece of pieces(reply.reasoning ?? '')) yield { content: null, reasoning_content: piece };
  for (const piece of pieces(reply.text ?? '')) yield { content: piece };
  for (const [index, call] of (reply.toolCalls ?? []).entries()) {
    const json = JSON.stringify(call.arguments);
    yield {
      tool_calls: [
        { index, id: `call_${index}_${randomBytes(12).toString('hex')}`, type: 'function', function: { name: call.name, arguments: '' } },
      ],
    };
    for (const part of json.match(/.{1,9}/gsu) ?? []) yield { tool_calls: [{ index, function: { arguments: part } }] };
  }
}

/** Cuts bytes at random places, also inside a multibyte character: what a network does. */
async function writeInPieces(response, text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0 && !response.destroyed) {
    const cut = Math.min(bytes.length, randomInt(1, 400));
    response.write(bytes.subarray(0, cut));
    bytes = bytes.subarray(cut);
    await new Promise(setImmediate);
  }
}

async function answer(request, response) {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  const authorized = /^Bearer \S+/u.test(request.headers.authorization ?? '');
  if (!authorized) return fail(response, 401, 'Authentication Fails (no such key)');
  if (!request.url.endsWith('/chat/completions')) return fail(response, 404, `no such path: ${request.url}`);
  const reply = nextReply(JSON.parse(body).messages);
  if (!reply) return fail(response, 400, 'no reply is written for this conversation');

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const head = {
    id: randomUUID(),
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: `fp_${randomBytes(5).toString('hex')}`,
  };
  const event = (choice, usage = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, logprobs: null, ...choice }], usage })}\n\n`;
  let text = randomInt(2) ? ': keep-alive\n\n' : '';
  for (const delta of deltas(reply)) text += event({ delta, finish_reason: null });
  await writeInPieces(response, text);
  if (reply.hold) return; // the client has to cancel
  const reasoning = pieces(reply.reasoning ?? '').length;
  const output = reasoning + pieces(reply.text ?? '').length + 12 * (reply.toolCalls ?? []).length;
  const usage = {
    prompt_tokens: 640,
    completion_tokens: output,
    total_tokens: 640 + output,
    prompt_cache_hit_tokens: 512,
    prompt_cache_miss_tokens: 128,
    prompt_tokens_details: { cached_tokens: 512 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
  const finish = reply.finish ?? (reply.toolCalls ? 'tool_calls' : 'stop');
  await writeInPieces(response, `${event({ delta: { content: '' }, finish_reason: finish }, usage)}data: [DONE]\n\n`);
  response.end();
}

function fail(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' } }));
}

const server = createServer((request, response) => answer(request, response).catch((error) => fail(response, 500, String(error))));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })));
process.stdin.resume().once('end', () => {
  server.close();
  server.closeAllConnections();
});
