import type { Failure, StreamChunk, Usage } from '../schema/index.js';
import type { CarriedReply } from './dialect.js';

type BlockKind = 'text' | 'reasoning' | 'tool-call';

interface Block {
  kind: BlockKind;
  index: number;
  open: boolean;
  text: string;
  id: string | undefined;
  name: string;
  signature?: string;
}

/** Kinds of a finish that every dialect's word is put into; a word that is none of them is kept as it is. */
export type FinishKind = 'stop' | 'tool-calls' | 'max-tokens' | 'refusal';

/**
 * Puts a reply together from the events of its stream. Blocks are found by a key in the dialect's own terms, e.g. the
 * index of a content block; what comes for a closed key begins a new block.
 */
export class ReplyBuilder {
  readonly chunks: StreamChunk[] = [];
  /** The dialect's word for the end. */
  finish: string | undefined;
  /** Whether the dialect's own end was seen: a finish, or an error in its place. */
  ended = false;
  responseId: string | undefined;
  readonly items: string[] = [];
  /** Free for what a dialect remembers between two events. */
  readonly memory = new Map<string, unknown>();

  private readonly blocks = new Map<string, Block>();
  private readonly order: Block[] = [];
  private usage: Usage | undefined;
  private kind: string | undefined;
  private failure: Failure | undefined;

  start(key: string, kind: BlockKind, call: { id?: string | undefined; name?: string } = {}): void {
    if (this.blocks.get(key)?.open) this.close(key);
    const block: Block = { kind, index: this.order.length, open: true, text: '', id: call.id, name: call.name ?? '' };
    this.blocks.set(key, block);
    this.order.push(block);
    this.chunks.push({ type: 'block-start', index: block.index, blockType: kind });
  }

  /** Adds a piece to a block of text or reasoning, which begins with it where it is not open; an empty piece begins none. */
  text(key: string, kind: 'text' | 'reasoning', piece: string): void {
    if (piece === '') return;
    const block = this.openBlock(key, kind);
    block.text += piece;
    this.chunks.push({ type: `${kind}-delta`, index: block.index, text: piece });
  }

  /** Adds a piece to the arguments of a call that was started. */
  arguments(key: string, piece: string): void {
    const block = this.blocks.get(key);
    if (piece === '' || !block?.open) return;
    block.text += piece;
    this.chunks.push({ type: 'tool-call-delta', index: block.index, id: block.id ?? '', name: block.name, argumentsDelta: piece });
  }

  /** What is known of a block so far. */
  find(key: string): Readonly<Block> | undefined {
    return this.blocks.get(key);
  }

  sign(key: string, signature: string): void {
    const block = this.blocks.get(key);
    if (block) block.signature = (block.signature ?? '') + signature;
  }

  close(key: string): void {
    const block = this.blocks.get(key);
    if (!block?.open) return;
    block.open = false;
    this.chunks.push({ type: 'block-end', index: block.index, block: contentOf(block) });
  }

  /** What the reply cost, absent fields left out; a later account replaces the fields it has. */
  spend(usage: Readonly<Record<string, number | undefined>>): void {
    const known = Object.entries(usage).filter(([, count]) => count !== undefined);
    if (known.length > 0) this.usage = { ...this.usage, ...(Object.fromEntries(known) as Usage) };
  }

  /** The reply ended; `word` is the dialect's, `kind` what it means, or the word again. */
  end(word: string, kind: string): void {
    this.ended = true;
    this.finish = word;
    this.kind = kind;
  }

  /** The reply ended in an error, which came inside the stream or in place of a reply. The first one counts. */
  fail(failure: Failure, word = 'error'): void {
    this.ended = true;
    this.finish ??= word;
    this.failure ??= failure;
  }

  get calls(): number {
    return this.order.filter(({ kind }) => kind === 'tool-call').length;
  }

  /** Closes the reply: blocks, usage, finish. A reply that did not end gets the failure instead, or nothing at all. */
  done(brokenOff: Failure | undefined): { chunks: StreamChunk[]; reply: CarriedReply } {
    const failure = this.failure ?? (this.ended ? undefined : brokenOff);
    if (this.ended && !failure) for (const key of this.blocks.keys()) this.close(key);
    if (this.usage) this.chunks.push({ type: 'usage', usage: this.usage });
    if (failure) this.chunks.push({ type: 'finish', reason: { kind: 'error', failure } });
    else if (this.ended) this.chunks.push({ type: 'finish', reason: { kind: this.kind ?? 'stop' } });
    return { chunks: this.chunks, reply: this.reply() };
  }

  private reply(): CarriedReply {
    const reasoning = this.textOf('reasoning');
    return {
      text: this.textOf('text'),
      ...(reasoning !== '' && { reasoning }),
      calls: this.order
        .filter(({ kind }) => kind === 'tool-call')
        .map(({ id, name, text }) => ({ ...(id !== undefined && { id }), name, arguments: text })),
      ...(this.responseId !== undefined && { responseId: this.responseId }),
      ...(this.items.length > 0 && { items: this.items }),
    };
  }

  private textOf(kind: BlockKind): string {
    return this.order
      .filter((block) => block.kind === kind)
      .map(({ text }) => text)
      .join('');
  }

  private openBlock(key: string, kind: BlockKind): Block {
    if (!this.blocks.get(key)?.open) this.start(key, kind);
    return this.blocks.get(key)!;
  }
}

function contentOf({ kind, text, id, name, signature }: Block): Extract<StreamChunk, { type: 'block-end' }>['block'] {
  if (kind === 'tool-call') return { type: kind, id: id ?? '', name, arguments: text };
  if (kind === 'text') return { type: kind, text };
  return { type: kind, text, ...(signature !== undefined && { signature }) };
}
