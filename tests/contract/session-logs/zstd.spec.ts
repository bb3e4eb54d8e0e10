import { inflateZstd } from '../../../harness/session-logs/zstd.js';
import { expect, test, ZSTD_FRAMES, ZSTD_RECORDS } from './support.js';

const LOGS = { files: '**/*.zstd', format: 'zstd-jsonl' } as const;
const missing = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }));

test('reads every frame of a file, not only the first', async ({ logs }) => {
  await logs.write('s-1/session.jsonl.zstd', Buffer.concat(ZSTD_FRAMES));
  expect((await logs.harvest(LOGS, { opened: ['s-1'] })).logs).toEqual([
    { session: 's-1', files: ['s-1/session.jsonl.zstd'], records: ZSTD_RECORDS },
  ]);
});

test('a file that was cut at any byte gives the records whose frames are whole, or some of them, and says that it was cut', async () => {
  const whole = Buffer.concat(ZSTD_FRAMES);
  const text = ZSTD_RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');
  const ends = [0, ...ZSTD_FRAMES.keys()].map((frame) => Buffer.concat(ZSTD_FRAMES.slice(0, frame)).length);
  for (let length = 1; length < whole.length; length++) {
    const { bytes, cut } = await inflateZstd(whole.subarray(0, length), 'a.zstd');
    const isBetweenFrames = ends.includes(length);
    expect(cut, `cut at ${length}`).toBe(!isBetweenFrames);
    expect(text.startsWith(Buffer.from(bytes).toString().replaceAll('\uFFFD', ''))).toBe(true);
  }
});

test('a log whose last frame was cut is torn', async ({ logs }) => {
  await logs.write('a.zstd', Buffer.concat(ZSTD_FRAMES).subarray(0, -3));
  const [log] = (await logs.harvest(LOGS)).logs;
  expect(log!.records.slice(0, 3)).toEqual(ZSTD_RECORDS.slice(0, 3));
  expect(log!.torn).toBeDefined();
});

test('what is no zstd, or broken inside, is refused; an empty file is left out', async ({ logs }) => {
  await logs.write('a.zstd', '{"n":1}\n');
  await expect(logs.harvest(LOGS)).rejects.toMatchObject({ code: 'ACP_SESSION_LOG_DAMAGED' });
  const broken = Buffer.concat(ZSTD_FRAMES);
  broken.fill(0xff, ZSTD_FRAMES[0]!.length, ZSTD_FRAMES[0]!.length + 12);
  await logs.write('a.zstd', broken);
  await expect(logs.harvest(LOGS)).rejects.toMatchObject({ code: 'ACP_SESSION_LOG_DAMAGED' });
  await logs.write('a.zstd', '');
  expect(await logs.harvest(LOGS)).toEqual({ logs: [], leftOut: ['a.zstd'] });
});

test('no more is inflated than the limit', async () => {
  await expect(inflateZstd(Buffer.concat(ZSTD_FRAMES), 'a.zstd', undefined, 100)).rejects.toMatchObject({
    code: 'ACP_SESSION_LOG_TOO_BIG',
  });
});

test('without fzstd the error names the command that installs it; what else fails inside a package is not hidden', async ({ logs }) => {
  await logs.write('a.zstd', ZSTD_FRAMES[0]!);
  await expect(logs.harvest(LOGS, { load: missing })).rejects.toMatchObject({
    code: 'ACP_SESSION_LOG_PACKAGE',
    message: expect.stringContaining('npm i -D fzstd'),
  });
  await expect(logs.harvest(LOGS, { load: () => Promise.reject(new TypeError('broken')) })).rejects.toThrow('broken');
});
