/** What the page shows, as kept in the address: `#scenario/surface/record?view=unified&run=1`, or `#?q=…&status=changed` for the overview. */
export interface Route {
  scenario?: string;
  /** A surface's id, or `run` for the run's own facts. */
  surface?: string;
  /** Line number of a record or line in the actual file (`r12`) or, with a file, `file:12`. */
  record?: string;
  /** Search words of the overview. */
  query: string;
  statuses: string[];
  view?: string;
  /** Index of the run among its scenario's. */
  run: number;
}

/** Reads an address fragment. Anything in it may be wrong: what cannot be read is left out. */
export function parseRoute(hash: string): Route {
  const [path, search] = split(hash.replace(/^#/, ''));
  const [scenario, surface, record] = path.split('/').map(decode);
  const parameters = new URLSearchParams(search);
  const view = parameters.get('view');
  return {
    ...(scenario && { scenario }),
    ...(scenario && surface && { surface }),
    ...(scenario && surface && record && { record }),
    ...(view && { view }),
    query: parameters.get('q') ?? '',
    statuses: (parameters.get('status') ?? '').split(',').filter(Boolean),
    run: Math.max(0, Number.parseInt(parameters.get('run') ?? '0', 10) || 0),
  };
}

/** Writes an address fragment, `#` included; `parseRoute` reads it back. */
export function formatRoute(route: Partial<Route>): string {
  const path = [route.scenario, route.surface, route.record]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => encodeURIComponent(part!.replace(/\p{Surrogate}/gu, '\uFFFD')));
  const parameters = new URLSearchParams();
  if (route.query) parameters.set('q', route.query);
  if (route.statuses && route.statuses.length > 0) parameters.set('status', route.statuses.join(','));
  if (route.view) parameters.set('view', route.view);
  if (route.run) parameters.set('run', String(route.run));
  const search = parameters.toString();
  return `#${path.join('/')}${search ? `?${search}` : ''}`;
}

function split(text: string): [string, string] {
  const at = text.indexOf('?');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
