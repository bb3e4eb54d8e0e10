import type { ContentBlock, StreamChunk } from '../../../schema/chunk.js';

type Opened = { index: number; block: ContentBlock };

/** Numbers the blocks of one reply, which a provider package names by strings, and gathers each one's whole text. */
export class Blocks {
  #count = 0;
  readonly #open = new Map<string, Opened>();

  start(id: string, block: ContentBlock): StreamChunk[] {
    const index = this.#count++;
    this.#open.set(id, { index, block });
    return [{ type: 'block-start', index, blockType: block.type }, ...(block.type === 'tool-call' ? [toolDelta(index, block, '')] : [])];
  }

  /** Text of a block that was never started opens it: some endpoints leave the start out. */
  delta(id: string, kind: ContentBlock['type'], text: string): StreamChunk[] {
    const opened = this.#open.get(id);
    if (!opened) return kind === 'tool-call' ? [] : [...this.start(id, { type: kind, text: '' }), ...this.delta(id, kind, text)];
    const { index, block } = opened;
    if (block.type === 'tool-call') {
      block.arguments += text;
      return [toolDelta(index, block, text)];
    }
    block.text += text;
    return [{ type: block.type === 'text' ? 'text-delta' : 'reasoning-delta', index, text }];
  }

  sign(id: string, signature: string): void {
    const block = this.#open.get(id)?.block;
    if (block?.type === 'reasoning') block.signature = signature;
  }

  end(id: string, change: { arguments?: string } = {}): StreamChunk[] {
    const opened = this.#open.get(id);
    if (!opened) return [];
    this.#open.delete(id);
    return [{ type: 'block-end', index: opened.index, block: Object.assign(opened.block, change) }];
  }

  /** A call that came whole, or the whole of one that was streamed. */
  toolCall(id: string, name: string, input: string): StreamChunk[] {
    const whole = input.trim() === '' ? '{}' : input;
    if (this.#open.has(id)) return this.end(id, { arguments: whole });
    return [...this.start(id, { type: 'tool-call', id, name, arguments: '' }), ...this.delta(id, 'tool-call', whole), ...this.end(id)];
  }

  /** Ends what the provider left open. */
  endAll(): StreamChunk[] {
    return [...this.#open.keys()].flatMap((id) => this.end(id));
  }
}

const toolDelta = (index: number, call: Extract<ContentBlock, { type: 'tool-call' }>, argumentsDelta: string): StreamChunk => ({
  type: 'tool-call-delta',
  index,
  id: call.id,
  name: call.name,
  argumentsDelta,
});
