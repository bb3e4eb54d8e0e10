import type { Fields } from './json.js';

/** A place of a text in an event or body: the object that holds it, and the name of its field. */
export interface TextSlot {
  holder: Fields;
  field: string;
  /** Pieces of one block have one key; a text that stands alone has none. */
  block?: string;
  /** Whether the text is JSON itself, as a call's arguments are. */
  json: boolean;
}

/** Gathers the places of a reply's texts. */
export class TextSlots {
  readonly found: TextSlot[] = [];
  /** What a piece belongs to that does not say: the call or message that was begun last. */
  scope = '';

  /** A piece of a block's text. */
  piece(holder: Fields, field: string, block: string, json = false): void {
    if (typeof holder[field] === 'string') this.found.push({ holder, field, block, json });
  }

  /** A whole text that is JSON; other whole texts need not be named. */
  json(holder: Fields, field: string): void {
    if (typeof holder[field] === 'string') this.found.push({ holder, field, json: true });
  }
}
