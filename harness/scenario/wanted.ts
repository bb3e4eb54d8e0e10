import type * as z from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
  undefined: 'nothing: leave the key out',
};

/**
 * What a schema wants where it found something else, in words.
 *
 * @example
 * wantedOf(issue); // 'a text', 'one of chunks, throw, hang', 'a list or an object', 'a number above 0'
 */
export function wantedOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? `a value of type ${issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'invalid_union':
      return unionOf(issue);
    case 'too_small':
    case 'too_big':
      return sizeOf(issue);
    case 'invalid_format':
      return `a text of the form ${issue.pattern ?? issue.format}`;
    default:
      return lower(issue.message);
  }
}

const oneOf = (values: readonly string[]): string => (values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.join(', ')}`);

function unionOf(issue: z.core.$ZodIssueInvalidUnion): string {
  const { options } = issue as { options?: readonly unknown[] };
  if (options) return oneOf(options.map(String));
  const branches = issue.errors.flatMap(([first]) => (first && first.path.length === 0 ? [wantedOf(first)] : []));
  const distinct = [...new Set(branches)];
  return distinct.length === 0 ? lower(issue.message) : distinct.join(' or ');
}

function sizeOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isSmall = issue.code === 'too_small';
  const bound = String(isSmall ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') {
    if (isSmall && bound === '1') return 'a text that is not empty';
    return `a text of ${isSmall ? 'at least' : 'at most'} ${bound} characters`;
  }
  if (issue.origin === 'array' || issue.origin === 'set') return `a list with ${isSmall ? 'at least' : 'at most'} ${bound} of them`;
  const limit = issue.inclusive ? (isSmall ? 'from' : 'up to') : isSmall ? 'above' : 'below';
  return `a number ${limit} ${bound}`;
}

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
