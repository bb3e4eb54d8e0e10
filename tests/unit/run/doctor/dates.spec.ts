import { expect, test } from '@playwright/test';
import { dateRules } from '../../../../harness/run/doctor/dates.js';
import type { WireRequest } from '../../../../harness/schema/index.js';

const NOW = new Date('2026-11-30T12:00:00Z');

function requestOf(system: string, messages: unknown[] = []): WireRequest {
  const config = { provider: 'anthropic', model: 'm' };
  return { dialect: 'anthropic', method: 'POST', path: '/v1/messages', headers: {}, config, system, tools: [], messages };
}

/** The text behind the rules. */
function applied(system: string, other = system): string {
  return dateRules([requestOf(system)], NOW).reduce(
    (text, { pattern, token }) => text.replaceAll(new RegExp(pattern!, 'gu'), token),
    other,
  );
}

const WORDINGS = [
  ['2026-11-30', '2027-01-02'],
  ['Monday, November 30, 2026', 'Saturday, January 2, 2027'],
  ['Mon Nov 30 2026', 'Sat Jan 2 2027'],
  ['30 November 2026', '2 January 2027'],
  ['11/30/2026', '1/2/2027'],
  ['30.11.2026', '2.1.2027'],
] as const;

for (const [today, later] of WORDINGS)
  test(`${today}: today in a prompt is a date, tomorrow too`, () => {
    expect(applied(`Today is ${today}.\nGo on.`)).toBe('Today is {{date}}.\nGo on.');
    expect(applied(`Today is ${today}.`, `Today is ${later}.`)).toBe('Today is {{date}}.');
  });

test('the day of another zone is today; any other day, and what only looks like one, stays', () => {
  expect(applied('It is 2026-12-01.')).toBe('It is {{date}}.');
  expect(dateRules([requestOf('Knowledge ends 2025-08-01. Version 1.2.2026-11-30, build 2026-11-305, March 30, 2026.')], NOW)).toEqual([]);
});

test('only what stands behind the same words is hidden', () => {
  expect(applied('Today is 2026-11-30.', 'Today is 2026-12-24. Written on 2026-12-24.')).toBe('Today is {{date}}. Written on 2026-12-24.');
  expect(applied('2026-11-30\nHello.')).toBe('{{date}}\nHello.');
  expect(applied('Now (UTC): 2026-11-30')).toBe('Now (UTC): {{date}}');
});

test('a rule says where, in any message, and each is named once', () => {
  const message = { role: 'user', content: [{ type: 'text', text: '<date>2026-11-30</date>' }] };
  expect(dateRules([requestOf('', [message, message]), requestOf('', [message])], NOW)).toMatchObject([
    { surface: 'requests', path: 'messages.*.content.*.text', token: '{{date}}', reason: 'the calendar' },
  ]);
});
