import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../browser.js';

export interface PaintCost {
  /** From the start of the navigation to the frame that shows the first changed record. */
  paint_ms: number;
  /** Longest time between two frames while the whole diff is scrolled through. */
  longest_frame_ms: number;
  /** Median time of a jump to the next change, its frame included. */
  next_change_ms: number;
  rows: number;
  heap_mb: number;
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('The bench needs Chromium. Install it with: npx playwright install chromium');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Opens a page some times and keeps the best of each figure: another program on the machine only ever adds. */
export async function measurePaint(browser: Browser, file: string, hash: string, rounds: number): Promise<PaintCost> {
  const costs: PaintCost[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    try {
      costs.push(await measureOnce(page, `${pathToFileURL(file).href}${hash}`));
    } finally {
      await page.close();
    }
  }
  const best = (name: keyof PaintCost): number => Math.min(...costs.map((cost) => cost[name]));
  return {
    paint_ms: best('paint_ms'),
    longest_frame_ms: best('longest_frame_ms'),
    next_change_ms: best('next_change_ms'),
    rows: costs[0]!.rows,
    heap_mb: best('heap_mb'),
  };
}

async function measureOnce(page: Page, url: string): Promise<PaintCost> {
  await page.addInitScript(() => {
    const watch = (): void => {
      if (document.querySelector('.diff tr.rec, .diff del, .diff ins') === null) requestAnimationFrame(watch);
      // The frame after the one in which it was found has painted it.
      else requestAnimationFrame((now) => Object.assign(window, { paintedAt: now }));
    };
    requestAnimationFrame(watch);
  });
  await page.goto(url);
  const paint_ms = await (await page.waitForFunction(() => (window as { paintedAt?: number }).paintedAt)).evaluate((value) => value!);
  const rows = await page.locator('.diff tr').count();
  const longest_frame_ms = await page.evaluate(scrollThrough);
  const next_change_ms = await page.evaluate(jump);
  const heap_mb = await page.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6);
  return { paint_ms, longest_frame_ms, next_change_ms, rows, heap_mb };
}

/** In the page: scrolls at reading speed for a while, then in leaps to the end. */
async function scrollThrough(): Promise<number> {
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  let longest = 0;
  let last = await frame();
  const step = async (by: number): Promise<void> => {
    window.scrollBy(0, by);
    const now = await frame();
    longest = Math.max(longest, now - last);
    last = now;
  };
  for (let at = 0; at < 120; at++) await step(120);
  const leap = document.documentElement.scrollHeight / 60;
  for (let at = 0; at < 60; at++) await step(leap);
  for (let at = 0; at < 60; at++) await step(-90);
  return longest;
}

/** In the page: presses the key for the next change. */
async function jump(): Promise<number> {
  window.scrollTo(0, 0);
  const times: number[] = [];
  for (let at = 0; at < 15; at++) {
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[7]!;
}
