import { expect, test } from '@playwright/test';
import { createNameFilter, isLoopback, noSuchName, questionOf } from '../../../harness/process/network/names.js';

/** A query for `name`, type A, with recursion desired; `extra` stands behind its question. */
function query(name: string, extra: number[] = []): Uint8Array {
  const labels = name.split('.').flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
  return Uint8Array.from([0x12, 0x34, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, extra.length > 0 ? 1 : 0, ...labels, 0, 0, 1, 0, 1, ...extra]);
}

test('reads the name of a query, and nothing where a packet is none', () => {
  expect(questionOf(query('API.Example.com'))).toBe('api.example.com');
  const whole = query('api.example.com');
  for (let length = 0; length < whole.length - 4; length++) expect(questionOf(whole.subarray(0, length)) ?? '', `${length} bytes`).toBe('');
  expect(questionOf(Uint8Array.from([...whole.subarray(0, 12), 0xc0, 0x0c]))).toBeUndefined();
  expect(questionOf(Uint8Array.from([...whole.subarray(0, 12), 0]))).toBeUndefined();
});

test('answers that there is no such name, with the question alone', () => {
  const asked = query('api.example.com', [0, 0, 41, 16, 0, 0, 0, 0, 0, 0, 0]);
  const answer = noSuchName(asked);
  expect([...answer.subarray(0, 12)]).toEqual([0x12, 0x34, 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0]);
  expect(answer).toHaveLength(asked.length - 11);
  expect(questionOf(answer)).toBe('api.example.com');
  expect(noSuchName(Uint8Array.from([1, 2]))).toHaveLength(2);
});

test('means a host: not this machine, not loopback, not the repeat of a lookup under a search domain', () => {
  const means = createNameFilter(['corp.example'], 'box.corp.example');
  const names = ['api.example.com', 'api.example.com.corp.example', 'api.example.com', 'git.corp.example', 'box', 'box.corp.example'];
  expect(names.filter(means)).toEqual(['api.example.com', 'api.example.com', 'git.corp.example']);
  expect(['localhost', 'a.localhost', '1.0.0.127.in-addr.arpa', `1${'.0'.repeat(31)}.ip6.arpa`].filter(means)).toEqual([]);
});

test('loopback is an address of this machine, in each spelling', () => {
  expect(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['127.0.0.1.example.com', '128.0.0.1', 'localhost.example.com', '::2'].some(isLoopback)).toBe(false);
});
