import { expect, test } from '@playwright/test';
import { createCounts } from '../../../harness/normalize/counts.js';
import { createPathNormalizer } from '../../../harness/normalize/paths.js';

const posix = createPathNormalizer({ cwd: ['/tmp/acp-x1/cwd'], home: ['/tmp/acp-x1/home'], tmp: ['/tmp/acp-x1/tmp'] }, createCounts());
const windows = createPathNormalizer(
  { cwd: ['C:\\Users\\runneradmin\\Temp\\acp-x1\\cwd'], home: [], tmp: ['C:\\Users\\runneradmin\\Temp'] },
  createCounts(),
);

const replaced: [string, string][] = [
  ['/tmp/acp-x1/cwd', '{{cwd}}'],
  ['/tmp/acp-x1/cwd/a.txt', '{{cwd}}/a.txt'],
  ['The file is in /tmp/acp-x1/cwd. Next', 'The file is in {{cwd}}. Next'],
  ['/tmp/acp-x1/cwd...', '{{cwd}}...'],
  ['file:///tmp/acp-x1/cwd/a.txt', 'file://{{cwd}}/a.txt'],
  ['file://localhost/tmp/acp-x1/cwd', 'file://localhost{{cwd}}'],
  ['/private/tmp/acp-x1/cwd/a', '{{cwd}}/a'],
  ['file:///private/tmp/acp-x1/cwd/a', 'file://{{cwd}}/a'],
  ['{"path":"/tmp/acp-x1/cwd/a"}', '{"path":"{{cwd}}/a"}'],
  ['{"path":"\\/tmp\\/acp-x1\\/cwd\\/a"}', '{"path":"{{cwd}}\\/a"}'],
  ['{"o":"a\\n/tmp/acp-x1/cwd\\nb"}', '{"o":"a\\n{{cwd}}\\nb"}'],
  ['%2Ftmp%2Facp-x1%2Fcwd%2Fa', '{{cwd}}%2Fa'],
  ['?p=%22%2Ftmp%2facp-x1%2Fcwd%22', '?p=%22{{cwd}}%22'],
  ['gcc -I/tmp/acp-x1/cwd/include', 'gcc -I{{cwd}}/include'],
  ['\u001b[32m/tmp/acp-x1/cwd\u001b[0m', '\u001b[32m{{cwd}}\u001b[0m'],
  ['PATH=/bin:/tmp/acp-x1/home/bin', 'PATH=/bin:{{home}}/bin'],
  ['文件在/tmp/acp-x1/cwd中', '文件在{{cwd}}中'],
  ['`/tmp/acp-x1/tmp`, /tmp/acp-x1/cwd:12', '`{{tmp}}`, {{cwd}}:12'],
];
for (const [text, expected] of replaced) {
  test(`replaces the folder in ${JSON.stringify(text)}`, () => expect(posix(text)).toBe(expected));
}

const kept = [
  '/tmp/acp-x1/cwd-old',
  '/tmp/acp-x1/cwd2/a',
  '/tmp/acp-x1/cwd.bak',
  '/tmp/acp-x1/cwd_1',
  '/tmp/acp-x1/cwd~',
  '/tmp/acp-x1/cwdé',
  '/tmp/acp-x1/cwd%C3%A9',
  '/mnt/tmp/acp-x1/cwd',
  './tmp/acp-x1/cwd',
  '/tmp/acp-x1',
  '/tmp/acp-x12/cwd',
  'acp-x1',
  'no path at all',
  '{{cwd}}/a {{home}}',
];
for (const text of kept) {
  test(`keeps ${JSON.stringify(text)}`, () => expect(posix(text)).toBe(text));
}

const spelled: [string, string][] = [
  ['C:\\Users\\runneradmin\\Temp\\acp-x1\\cwd', '{{cwd}}'],
  ['c:\\users\\RunnerAdmin\\Temp\\acp-x1\\cwd\\sub\\a.txt', '{{cwd}}/sub/a.txt'],
  ['"C:\\\\Users\\\\runneradmin\\\\Temp\\\\acp-x1\\\\cwd\\\\sub\\\\a.txt"', '"{{cwd}}/sub/a.txt"'],
  ['C:\\\\Users\\\\runneradmin\\\\Temp\\\\acp-x1\\\\cwd\\nnext', '{{cwd}}\\nnext'],
  ['C:/Users/runneradmin/Temp/acp-x1/cwd/a', '{{cwd}}/a'],
  ['file:///C:/Users/runneradmin/Temp/acp-x1/cwd/a', 'file://{{cwd}}/a'],
  ['file:///c%3A/Users/runneradmin/Temp/acp-x1/cwd/a', 'file://{{cwd}}/a'],
  ['C:\\Users\\RUNNER~1\\Temp\\acp-x1\\cwd\\a', '{{cwd}}/a'],
  ['\\\\?\\C:\\Users\\runneradmin\\Temp\\acp-x1\\cwd', '{{cwd}}'],
  ['C:\\Users\\runneradmin\\Temp\\other', '{{tmp}}/other'],
  ['C:\\Users\\runneradmin\\Temp\\acp-x1\\cwd2', '{{tmp}}/acp-x1/cwd2'],
  ['C:\\Users\\runneradmin\\Tempo', 'C:\\Users\\runneradmin\\Tempo'],
];
for (const [text, expected] of spelled) {
  test(`reads the Windows spelling ${JSON.stringify(text)}`, () => expect(windows(text)).toBe(expected));
}

test('makes 8.3 names of long extensions, spaces and odd letters', () => {
  const normalize = createPathNormalizer(
    { cwd: ['D:/Program Files/my.project+x/a b.data', 'D:/x.json'], home: [], tmp: [] },
    createCounts(),
  );
  expect(normalize('D:\\PROGRA~1\\MY~1.PRO\\AB~2.DAT\\c and D:\\X~1.JSO')).toBe('{{cwd}}/c and {{cwd}}');
  expect(normalize('D:\\PROGRA~1\\MY~1.PRO')).toBe('D:\\PROGRA~1\\MY~1.PRO');
  expect(normalize('d:/Program%20Files/my.project%2Bx/a%20b.data/c')).toBe('{{cwd}}/c');
});

test('replaces the longest folder first, in whatever order they are bound', () => {
  const normalize = createPathNormalizer(
    { cwd: ['/t/root/in/cwd'], home: ['/t/root'], tmp: ['/t/root/in', '/t/root/in/'] },
    createCounts(),
  );
  expect(normalize('/t/root/in/cwd/a /t/root/in/b /t/root/c /t/root/in/cwd2')).toBe('{{cwd}}/a {{tmp}}/b {{home}}/c {{tmp}}/cwd2');
});

test('reads percent-encoded names in both cases', () => {
  const normalize = createPathNormalizer({ cwd: ['/t/my folder é/a(b)'], home: [], tmp: [] }, createCounts());
  expect(normalize('file:///t/my%20folder%20%C3%A9/a(b)/x')).toBe('file://{{cwd}}/x');
  expect(normalize('file:///t/my%20folder%20%c3%a9/a(b)/x')).toBe('file://{{cwd}}/x');
  expect(normalize('/t/my folder é/a(b)')).toBe('{{cwd}}');
});

test('takes a binding below /private as its short spelling too', () => {
  const normalize = createPathNormalizer({ cwd: ['/private/var/x/cwd'], home: [], tmp: [] }, createCounts());
  expect(normalize('/var/x/cwd and /private/var/x/cwd')).toBe('{{cwd}} and {{cwd}}');
});

test('binds nothing to an empty path, the root or a bare drive', () => {
  const normalize = createPathNormalizer({ cwd: ['', '/'], home: ['C:\\'], tmp: [] }, createCounts());
  expect(normalize('/ /a C:\\a')).toBe('/ /a C:\\a');
});

test('finds a folder without letters', () => {
  const normalize = createPathNormalizer({ cwd: ['/é'], home: [], tmp: [] }, createCounts());
  expect(normalize('/é/a')).toBe('{{cwd}}/a');
});

test('counts each replacement under its reason', () => {
  const counts = createCounts();
  createPathNormalizer({ cwd: ['/a/cwd'], home: ['/a/home'], tmp: [] }, counts)('/a/cwd /a/cwd/x /a/home');
  expect(counts.list()).toEqual([
    { name: 'cwd', reason: 'each run has a fresh working folder', count: 2 },
    { name: 'home', reason: 'each run has a fresh HOME', count: 1 },
  ]);
});

test('changes nothing in text that is normalized already', () => {
  for (const [text] of replaced) expect(posix(posix(text))).toBe(posix(text));
  for (const [text] of spelled) expect(windows(windows(text))).toBe(windows(text));
});
