import { describe, expect, test } from 'vitest';
import { formatCall, parseCall } from '../../protocol/call-place.js';

describe('parseCall', () => {
  test.each([
    { step: 3, ordinal: 1 },
    { step: 2_200_000_001, ordinal: 9_999 },
  ])('%j, formatted -> the same call', (call) => {
    expect(parseCall(formatCall(call))).toEqual(call);
  });

  test.each(['', '3', '0.1', '3.0', '3.1.1', '1234567890123.1'])("'%s' -> no call", (text) => {
    expect(parseCall(text)).toBeUndefined();
  });
});
