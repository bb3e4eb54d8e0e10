import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; `false` when it did not within `limit` ms. */
export async function waitUntil(condition: () => boolean, limit: number, interval = 5): Promise<boolean> {
  const end = performance.now() + limit;
  while (!condition()) {
    if (performance.now() >= end) return false;
    await delay(interval);
  }
  return true;
}

/** Whether the promise settles within `limit` ms. Leaves no timer behind. */
export async function settlesWithin(promise: Promise<unknown>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limit, false);
  });
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
