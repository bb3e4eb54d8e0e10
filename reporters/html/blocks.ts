/**
 * The data blocks of a written page by name, as `renderDocument` wrote them. Nothing else of the page is taken over: a
 * page that comes from elsewhere may hold any code.
 */
export function readBlocks(html: string): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const [, name, text] of html.matchAll(/<script type="application\/gzip" data-block="([\w-]+)">([A-Za-z0-9+/=]*)<\/script>/g))
    blocks.set(name!, text!);
  return blocks;
}
