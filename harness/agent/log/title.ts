/** The first five words of the first prompt: a title until something better names the session. */
export function fallbackTitle(text: string): string | undefined {
  const words = text.trim().split(/\s+/u).filter(Boolean).slice(0, 5).join(' ');
  return words === '' ? undefined : words.slice(0, 80);
}
