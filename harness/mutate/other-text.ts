/** One letter is another, so that JSON stays JSON where it can; no letter of a token. */
export function otherText(text: string): string {
  const at = text.search(/[a-zA-Z](?![^{}]*\}\})/);
  if (at === -1) return `${text}~`;
  return `${text.slice(0, at)}${text[at] === 'q' ? 'z' : 'q'}${text.slice(at + 1)}`;
}
