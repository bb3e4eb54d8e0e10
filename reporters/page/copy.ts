import { h } from './dom.js';

/** A button that copies a text and says so. Pages opened from a file may lack the clipboard: then the text is selected in a prompt. */
export function copyButton(label: string, text: () => string, kind: 'bare' | 'solid' = 'solid'): HTMLButtonElement {
  const button = h('button', { type: 'button', class: kind, onclick: () => void copy() }, label);
  const say = (word: string): void => {
    button.textContent = word;
    announce(word);
    setTimeout(() => (button.textContent = label), 1_600);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      say('copied');
    } catch {
      say(copyBySelection(text()) ? 'copied' : 'could not copy');
    }
  };
  return button;
}

/** Says a word to screen readers. */
export function announce(message: string): void {
  const live = document.querySelector('#live');
  if (live) live.textContent = message;
}

function copyBySelection(text: string): boolean {
  const area = h('textarea', { class: 'offscreen', readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
