/**
 * Elements are made here and nowhere else, and text only ever becomes a text node: nothing that came from a run is
 * parsed as markup. The page's policy (Trusted Types, no inline styles) holds it to that.
 */
export type Child = Node | string | number | undefined | false | null;

type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/**
 * An element with attributes and children. `onclick` and the like take a listener; `true` is an empty attribute, `false`
 * and `undefined` none.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...kept(children));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** As `h`, for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...kept(children));
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
}

function kept(children: Child[]): (Node | string)[] {
  return children
    .filter((child): child is Node | string | number => child !== undefined && child !== false && child !== null)
    .map((child) => (typeof child === 'number' ? String(child) : child));
}

/** The words of a command, none of which is broken at a hyphen; copied, they are the text as it was. */
export function unbroken(text: string): Child[] {
  return text.split(' ').flatMap((word, at) => [at > 0 && ' ', h('span', { class: 'word' }, word)]);
}

/** A name with dots, which may be broken after each of them and nowhere else. */
export function atDots(name: string): Child[] {
  return name.split(/(?<=\.)/).flatMap((part, at) => [at > 0 && h('wbr'), part]);
}

/** `1 record`, `2 records`, `12,000 records`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
