/** Keeps the first and the last half of a limit, so that a command may print without end. */
export class OutputBuffer {
  #head = '';
  #tail = '';
  #length = 0;
  readonly #half: number;

  /** @param limit characters to keep. */
  constructor(private readonly limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  push(text: string): void {
    this.#length += text.length;
    const room = Math.max(0, this.limit - this.#half - this.#head.length);
    this.#head += text.slice(0, room);
    this.#tail += text.slice(room);
    // Cut in large steps: a slice per push would copy the whole tail each time.
    if (this.#tail.length > 4 * this.limit) this.#tail = this.#tail.slice(-this.#half);
  }

  /** Characters left out so far. */
  get cut(): number {
    return Math.max(0, this.#length - this.limit);
  }

  /** What was kept, with a note where something is missing. */
  text(): string {
    if (this.cut === 0) return this.#head + this.#tail;
    return `${this.#head}\n[… ${this.cut} characters were cut out here …]\n${this.#half === 0 ? '' : this.#tail.slice(-this.#half)}`;
  }
}
