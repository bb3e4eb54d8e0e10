import { h, svg } from './dom.js';

interface Chunk<T> {
  body: HTMLTableSectionElement;
  items: T[];
  /** Measured when last drawn, guessed before. */
  height: number;
  drawn: boolean;
}

const CHUNK = 60;
const ROW = 21;

/**
 * Rows of a table, drawn as they come into view and taken out again as they leave: no more than a few screens of rows
 * exist at once, however long the list. A chunk that is not drawn is one row as tall as the chunk.
 */
export class VirtualRows<T extends { weight: number }> {
  #chunks: Chunk<T>[] = [];
  readonly #rows = new WeakMap<T, HTMLTableRowElement>();
  #byItem = new Map<T, Chunk<T>>();
  readonly #byBody = new WeakMap<Element, Chunk<T>>();
  readonly #observer = new IntersectionObserver((entries) => this.#onSeen(entries), { rootMargin: '600px 0px' });

  constructor(
    readonly table: HTMLTableElement,
    private readonly columns: number,
    private readonly draw: (item: T) => HTMLTableRowElement[],
  ) {}

  show(items: readonly T[]): void {
    this.#observer.disconnect();
    for (const chunk of this.#chunks) chunk.body.remove();
    this.#chunks = chunked(items).map((part) => {
      const chunk: Chunk<T> = {
        body: h('tbody'),
        items: part,
        height: part.reduce((sum, item) => sum + item.weight, 0) * ROW,
        drawn: false,
      };
      this.#byBody.set(chunk.body, chunk);
      this.#takeOut(chunk);
      return chunk;
    });
    // The first screen is drawn at once, so that the page never flashes empty.
    for (const chunk of this.#chunks.slice(0, 1)) this.#putIn(chunk);
    this.#byItem = new Map(this.#chunks.flatMap((chunk) => chunk.items.map((item) => [item, chunk] as const)));
    this.table.append(...this.#chunks.map((chunk) => chunk.body));
    for (const chunk of this.#chunks) this.#observer.observe(chunk.body);
  }

  /** The first row of an item, drawn if need be. */
  row(item: T): HTMLTableRowElement | undefined {
    const chunk = this.#byItem.get(item);
    if (chunk && !chunk.drawn) this.#putIn(chunk);
    return this.#rows.get(item);
  }

  stop(): void {
    this.#observer.disconnect();
  }

  #onSeen(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const chunk = this.#byBody.get(target);
      if (!chunk || isIntersecting === chunk.drawn) continue;
      if (isIntersecting) this.#putIn(chunk);
      else if (!chunk.body.contains(document.activeElement)) {
        chunk.height = chunk.body.getBoundingClientRect().height || chunk.height;
        this.#takeOut(chunk);
      }
    }
  }

  #putIn(chunk: Chunk<T>): void {
    chunk.drawn = true;
    chunk.body.replaceChildren(
      ...chunk.items.flatMap((item) => {
        const rows = this.draw(item);
        if (rows[0]) this.#rows.set(item, rows[0]);
        return rows;
      }),
    );
  }

  #takeOut(chunk: Chunk<T>): void {
    chunk.drawn = false;
    chunk.body.replaceChildren(
      h(
        'tr',
        { class: 'spacer', 'aria-hidden': 'true' },
        h('td', { colspan: this.columns }, svg('svg', { width: 1, height: Math.max(1, Math.round(chunk.height)) })),
      ),
    );
  }
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
