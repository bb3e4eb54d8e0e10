import { StringDecoder } from 'node:string_decoder';

/** What a long-running command printed, told piece by piece to whoever looks; only the latest is kept. */
export class OutputRing {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #lost = 0;

  /** @param limit characters to keep. */
  constructor(private readonly limit: number) {}

  push(bytes: Uint8Array): void {
    this.#text += this.#decoder.write(Buffer.from(bytes));
    // Cut in large steps: a slice per push would copy the whole text each time.
    if (this.#text.length > 2 * this.limit) this.#trim();
  }

  /** What came since the last look, with a note where the ring did not hold all of it. */
  take(): string {
    this.#trim();
    const [text, lost] = [this.#text, this.#lost];
    this.#text = '';
    this.#lost = 0;
    return lost === 0 ? text : `[… ${lost} characters before this were not kept …]\n${text}`;
  }

  #trim(): void {
    const over = this.#text.length - this.limit;
    if (over <= 0) return;
    this.#text = this.#text.slice(over);
    this.#lost += over;
  }
}
