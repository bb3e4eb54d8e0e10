import { createHash } from 'node:crypto';
import type { PageAssets } from './assets.js';

/**
 * The page as one text: markup, style, code, and one data block per run. Nothing of a run stands in it but base64.
 * `connects` is for the page of a review: it may talk to the server it came from, and to nothing else.
 */
export function renderDocument(assets: PageAssets, blocks: ReadonlyMap<string, string>, { connects = false } = {}): string {
  const policy = [
    "default-src 'none'",
    `script-src '${sha256(assets.script)}'`,
    `style-src '${sha256(assets.style)}'`,
    // Pictures of a run, which stand in the page.
    'img-src data:',
    ...(connects ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const data = [...blocks].map(([name, text]) => `<script type="application/gzip" data-block="${name}">${text}</script>`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<title>playwright-acp report</title>',
    `<style>${assets.style}</style>`,
    '</head>',
    '<body>',
    '<noscript>This report unpacks its data with JavaScript, which is switched off here.</noscript>',
    ...data,
    `<script type="module">${assets.script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
