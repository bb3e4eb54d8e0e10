import { expect, test } from '@playwright/test';
import { replaceInPieces, replaceInStrings, replaceInText, type Replacement } from '../../../harness/replay/pieces.js';
import { seeded } from '../diff/random.js';

const findAll =
  (token: string, text: string) =>
  (joined: string): Replacement[] => {
    const found: Replacement[] = [];
    for (let start = joined.indexOf(token); start !== -1; start = joined.indexOf(token, start + token.length))
      found.push({ start, end: start + token.length, text });
    return found;
  };

const find = findAll('{{cwd}}', '/w');

test('puts a replacement into the piece where its place starts', () => {
  expect(replaceInPieces(['a {{c', 'wd}} b'], find)).toEqual(['a /w', ' b']);
  expect(replaceInPieces(['{', '{', 'cw', 'd', '}', '}', '/x'], find)).toEqual(['/w', '', '', '', '', '', '/x']);
  expect(replaceInPieces(['{{cwd}}{{cwd}}', '{{cw', '', 'd}}{{cwd}}'], find)).toEqual(['/w/w', '/w', '', '/w']);
});

test('hands pieces back as they are where nothing is found', () => {
  expect(replaceInPieces(['a', '', 'b'], find)).toEqual(['a', '', 'b']);
  expect(replaceInPieces([], find)).toEqual([]);
});

test('rewrites one text, and every string of a value', () => {
  expect(replaceInText('at {{cwd}}!', find)).toBe('at /w!');
  const value = { '{{cwd}}': ['{{cwd}}', 1, null, true], deep: { text: 'x' } };
  const fields: string[] = [];
  const rewritten = replaceInStrings(value, (text, field) => {
    fields.push(field);
    return replaceInText(text, find);
  });
  expect(rewritten).toEqual({ '/w': ['/w', 1, null, true], deep: { text: 'x' } });
  expect(fields).toContain('text');
});

test('gives the same text however it is cut, and moves nothing else', () => {
  const random = seeded(7);
  const words = ['{{cwd}}', 'a', '{{', 'cwd', '}}', ' 北', '\n', '{{cwd}}'];
  const wrong: string[][] = [];
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 8) }, () => words[Math.floor(random() * words.length)]).join('');
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) {
      const length = Math.floor(random() * 6);
      pieces.push(text.slice(at, at + length));
      at += length;
    }
    const rewritten = replaceInPieces(pieces, find);
    if (rewritten.length !== pieces.length || rewritten.join('') !== text.replaceAll('{{cwd}}', '/w')) wrong.push(pieces);
  }
  expect(wrong).toEqual([]);
});
