import { h, svg } from './dom.js';

interface Chunk<T> {
  items: T[];
  /** Measured when last drawn, guessed before. */
  height: number;
  /** Its rows, while they stand in the table. */
  body?: HTMLTableSectionElement;
}

/** Rows of a chunk, about: few enough that drawing one fits into a frame. */
const CHUNK = 24;
const ROW = 21;
/** Drawn beyond the screen on either side, in pixels. */
const MARGIN = 700;
/** Height of one spacer image: browsers bound the height of an element. */
const TALLEST = 1_000_000;

/**
 * Rows of a table, drawn as they come into view and taken out again as they leave: no more than a few screens of rows
 * exist at once, however long the list. What lies above and below them is one spacer row each.
 */
export class VirtualRows<T extends { weight: number }> {
  #chunks: Chunk<T>[] = [];
  /** Chunks that stand in the table: from the first, up to and without the last. */
  #range: [from: number, to: number] = [0, 0];
  #rows = new WeakMap<T, HTMLTableRowElement>();
  #chunkOf = new Map<T, number>();
  #asked = 0;
  readonly #above = h('tbody');
  readonly #below = h('tbody');
  readonly #onScroll = (): void => {
    this.#asked ||= requestAnimationFrame(() => {
      this.#asked = 0;
      this.#follow();
    });
  };

  constructor(
    readonly table: HTMLTableElement,
    private readonly columns: number,
    private readonly draw: (item: T) => HTMLTableRowElement[],
  ) {
    table.append(this.#above, this.#below);
    addEventListener('scroll', this.#onScroll, { passive: true });
    addEventListener('resize', this.#onScroll, { passive: true });
  }

  show(items: readonly T[]): void {
    for (const chunk of this.#drawn()) chunk.body!.remove();
    this.#range = [0, 0];
    this.#rows = new WeakMap();
    this.#chunks = chunked(items).map((part) => ({ items: part, height: part.reduce((sum, item) => sum + item.weight, 0) * ROW }));
    this.#chunkOf = new Map(this.#chunks.flatMap((chunk, index) => chunk.items.map((item) => [item, index] as const)));
    // The first screen is drawn at once, so that the page never flashes empty.
    if (this.#above.isConnected) this.#follow();
    else this.#place(0, this.#chunkAt(window.innerHeight) + 1);
  }

  /** The first row of an item, drawn if need be. */
  row(item: T): HTMLTableRowElement | undefined {
    const index = this.#chunkOf.get(item);
    if (index === undefined) return undefined;
    if (!this.#chunks[index]!.body) this.#place(Math.max(0, index - 1), index + 2);
    return this.#rows.get(item);
  }

  stop(): void {
    removeEventListener('scroll', this.#onScroll);
    removeEventListener('resize', this.#onScroll);
    cancelAnimationFrame(this.#asked);
  }

  /** Draws what the screen shows now. Drawn chunks may be taller than guessed: it looks again until nothing is missing. */
  #follow(): void {
    if (!this.table.isConnected || this.table.getClientRects().length === 0) return;
    for (let look = 0; look < 4; look++) {
      this.#measure();
      const top = -this.#above.getBoundingClientRect().top;
      const from = this.#chunkAt(top - MARGIN);
      const to = this.#chunkAt(top + window.innerHeight + MARGIN) + 1;
      if (this.#range[0] <= from && this.#range[1] >= Math.min(to, this.#chunks.length) && this.#range[1] - this.#range[0] <= to - from + 4)
        return;
      this.#place(from, to);
    }
  }

  #drawn(): Chunk<T>[] {
    return this.#chunks.slice(...this.#range);
  }

  #measure(): void {
    for (const chunk of this.#drawn()) chunk.height = chunk.body!.getBoundingClientRect().height || chunk.height;
  }

  /** Index of the chunk at a distance from the top of the list. */
  #chunkAt(top: number): number {
    let end = 0;
    for (const [index, chunk] of this.#chunks.entries()) if ((end += chunk.height) > top) return index;
    return Math.max(0, this.#chunks.length - 1);
  }

  #place(from: number, wanted: number): void {
    const to = Math.min(wanted, this.#chunks.length);
    for (const [index, chunk] of this.#drawn().entries()) {
      const place = this.#range[0] + index;
      if (place < from || place >= to) takeOut(chunk);
    }
    this.#range = [from, to];
    let before: Element = this.#above;
    for (const chunk of this.#drawn()) {
      chunk.body ??= this.#drawChunk(chunk);
      if (before.nextElementSibling !== chunk.body) before.after(chunk.body);
      before = chunk.body;
    }
    const height = (part: Chunk<T>[]): number => part.reduce((sum, chunk) => sum + chunk.height, 0);
    this.#space(this.#above, height(this.#chunks.slice(0, from)));
    this.#space(this.#below, height(this.#chunks.slice(to)));
  }

  #drawChunk({ items }: Chunk<T>): HTMLTableSectionElement {
    const body = h('tbody');
    for (const item of items) {
      const rows = this.draw(item);
      if (rows[0]) this.#rows.set(item, rows[0]);
      body.append(...rows);
    }
    return body;
  }

  #space(body: HTMLTableSectionElement, height: number): void {
    if (height < 1) return body.replaceChildren();
    const images = [];
    for (let left = Math.round(height); left > 0; left -= TALLEST) images.push(svg('svg', { width: 1, height: Math.min(left, TALLEST) }));
    body.replaceChildren(h('tr', { class: 'spacer', 'aria-hidden': 'true' }, h('td', { colspan: this.columns }, ...images)));
  }
}

/** Focus that would go with the rows goes to the region around them, so that keys stay where they were. */
function takeOut(chunk: Chunk<unknown>): void {
  if (chunk.body!.contains(document.activeElement)) chunk.body!.closest<HTMLElement>('[tabindex]:not(tr)')?.focus({ preventScroll: true });
  chunk.body!.remove();
  delete chunk.body;
}

function chunked<T extends { weight: number }>(items: readonly T[]): T[][] {
  const chunks: T[][] = [];
  let weight = CHUNK;
  for (const item of items) {
    if (weight >= CHUNK) {
      chunks.push([]);
      weight = 0;
    }
    chunks.at(-1)!.push(item);
    weight += item.weight;
  }
  return chunks;
}
