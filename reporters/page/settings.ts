export type Theme = 'auto' | 'light' | 'dark';

interface Settings {
  theme: Theme;
  wrap: boolean;
}

const KEY = 'playwright-acp-report';
let known: Settings | undefined;

/** What the reader chose before. Pages opened from a file may lack a store: then the choice lasts for the page. */
export function settings(): Settings {
  known ??= { theme: 'auto', wrap: true, ...read() };
  return known;
}

export function saveWrap(wrap: boolean): void {
  save({ ...settings(), wrap });
}

export function saveTheme(theme: Theme): void {
  save({ ...settings(), theme });
  applyTheme();
}

export function applyTheme(): void {
  const { theme } = settings();
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}

function read(): Partial<Settings> {
  try {
    const { theme, wrap } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
    return { ...(theme === 'light' || theme === 'dark' ? { theme } : {}), ...(typeof wrap === 'boolean' ? { wrap } : {}) };
  } catch {
    return {};
  }
}

function save(next: Settings): void {
  known = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // No store here: the choice lasts until the page is closed.
  }
}
