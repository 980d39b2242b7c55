import { describe, expect, test } from 'vitest';
import { completeUserLimits, DEFAULT_USER_LIMITS } from '../../protocol/user-limits.js';

describe('completeUserLimits', () => {
  test('given limits -> merged with the defaults, null as no limit', () => {
    expect(completeUserLimits()).toEqual(DEFAULT_USER_LIMITS);
    expect(completeUserLimits({ turns: 3, executions: null })).toEqual({
      ...DEFAULT_USER_LIMITS,
      turns: 3,
      executions: null,
    });
  });

  test.each([
    [{ turns: 0 }, "'limits.perUser.turns' must be a whole number"],
    [{ executions: 1.5 }, "'limits.perUser.executions' must be"],
    [{ sandboxSeconds: '9' }, "'limits.perUser.sandboxSeconds' must be"],
    [
      { messages: 9 },
      "has the unknown field 'messages'; known are turns, executions, sandboxSeconds, storedBytes",
    ],
  ])('%j -> refused with its name', (given, sentence) => {
    expect(() => completeUserLimits(given as object)).toThrow(sentence);
  });
});
