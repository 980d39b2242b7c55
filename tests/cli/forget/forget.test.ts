import { describe, expect, test } from 'vitest';
import { describeRows } from '../../../cli/forget/forget.js';
import { USER_TABLES, type UserRows } from '../../../store/users/forget-user.js';

describe('describeRows', () => {
  const none = Object.fromEntries(USER_TABLES.map((table) => [table, 0])) as UserRows;
  test('nothing -> prints that nothing was deleted', () => expect(describeRows(none)).toBe('no rows'));
  test('one and several -> in words', () =>
    expect(describeRows({ ...none, conversation: 1, turn: 2 })).toBe('1 conversation, 2 turns'));
  test.each(USER_TABLES)('a row of %s -> in words', (table) =>
    expect(describeRows({ ...none, [table]: 1 })).toMatch(/^1 [a-zA-Z]/),
  );
});
