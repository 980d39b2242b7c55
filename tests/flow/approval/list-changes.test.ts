import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listChanges } from '../../../flow/approval/list-changes.js';

describe('listChanges', () => {
  test('equal values -> no changes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(listChanges(value, structuredClone(value))).toEqual([]);
      }),
    );
  });
  test('changed, added and removed values at any level -> a line each, with its place', () =>
    expect(
      listChanges(
        { to: 'Bob', amount: 5, tags: ['a'], more: { deep: true }, 'odd name': 1 },
        { to: 'Eve', amount: 5, tags: ['a', 'b'], more: { deep: false } },
      ),
    ).toEqual([
      'to: "Bob" → "Eve"',
      'tags[1]: added "b"',
      'more.deep: true → false',
      '"odd name": removed 1',
    ]));
  test('long texts that differ in the middle -> the part that differs', () => {
    const [start, end] = ['a'.repeat(5_000), 'b'.repeat(5_000)];
    const [line] = listChanges({ path: `${start}/safe/${end}` }, { path: `${start}/etc/${end}` });
    expect(line).toBe(
      `path: "…${'a'.repeat(19)}/safe/${'b'.repeat(19)}…" → "…${'a'.repeat(19)}/etc/${'b'.repeat(19)}…"`,
    );
  });
  test('invisible characters, in names and values -> escapes', () =>
    expect(listChanges({}, { 'a\u202e': 'b\u200b' })).toEqual(['"a\\u202e": added "b\\u200b"']));
  test('a value named like a member of every object -> added', () =>
    expect(listChanges({}, { constructor: 1 })).toEqual(['constructor: added 1']));
  test('more changes than a person can read -> the first ones, and their number', () => {
    const lines = listChanges({}, Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`k${at}`, at])));
    expect([lines.length, lines.at(-1)]).toEqual([21, '5 more changes']);
  });
});
