import { randomBytes, randomInt } from 'node:crypto';

/** Hex digits of a fresh id. */
export const hex = (length) =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);

/** A text in pieces of random length, as every run of a model cuts it otherwise. */
export function pieces(text) {
  const found = [];
  for (let at = 0; at < text.length;) {
    const characters = Array.from(text.slice(at, at + 40))
      .slice(0, randomInt(1, 12))
      .join('');
    found.push(characters);
    at += characters.length;
  }
  return found;
}

export const textOf = (content) => {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
};

export const now = () => Math.floor(Date.now() / 1000);
export const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
export const named = (value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
export const usageOf = (reply) => ({ input: 640, output: 12 + pieces(reply.text ?? '').length });
