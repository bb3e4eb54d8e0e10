import type { ContentBlock, FinishReason, StreamChunk, Usage } from '../../schema/chunk.js';

/** Puts a reply together from its chunks, block by block, in the order of their index. */
export class Assembly {
  readonly #blocks = new Map<number, ContentBlock>();
  usage: Usage | undefined;
  finish: FinishReason | undefined;
  /** Whether the client saw something of it. */
  shown = false;

  add(chunk: StreamChunk): void {
    switch (chunk.type) {
      case 'block-start':
        if (chunk.blockType !== 'tool-call') this.#blocks.set(chunk.index, { type: chunk.blockType, text: '' });
        return;
      case 'text-delta':
      case 'reasoning-delta':
        this.shown ||= chunk.text !== '';
        return this.#addText(chunk.index, chunk.type === 'text-delta' ? 'text' : 'reasoning', chunk.text);
      case 'tool-call-delta': {
        const known = this.#blocks.get(chunk.index);
        const before = known?.type === 'tool-call' ? known.arguments : '';
        this.#blocks.set(chunk.index, { type: 'tool-call', id: chunk.id, name: chunk.name, arguments: before + chunk.argumentsDelta });
        return;
      }
      case 'block-end':
        this.#blocks.set(chunk.index, chunk.block);
        return;
      case 'usage':
        this.usage = chunk.usage;
        return;
      case 'finish':
        this.finish = chunk.reason;
    }
  }

  /** What the reply says. Calls count only where the model finished them. */
  content(): ContentBlock[] {
    const blocks = [...this.#blocks.entries()].toSorted(([a], [b]) => a - b).map(([, block]) => block);
    const whole = this.finish?.kind === 'stop' || this.finish?.kind === 'tool-calls';
    return blocks.filter((block) => (block.type === 'tool-call' ? whole : block.text !== ''));
  }

  #addText(index: number, type: 'text' | 'reasoning', text: string): void {
    const known = this.#blocks.get(index);
    const before = known && known.type !== 'tool-call' ? known.text : '';
    this.#blocks.set(index, { type, text: before + text });
  }
}
