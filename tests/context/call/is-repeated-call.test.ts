import { describe, expect, test } from 'vitest';
import {
  isRepeatedCall,
  type EarlierCall,
  type SeenContext,
} from '../../../context/call/is-repeated-call.js';
import type { SentPointer } from '../../../context/sent/kind.js';
import type { SentItem } from '../../../context/sent/sent-kinds.js';

const CALL: EarlierCall = { step: 2, ordinal: 1, isError: false };
const SENT: SentItem = { from: 'trace', first: 1, last: 4, tokens: 9 };
const pointer = (step: number, ordinal: number): SentPointer => ({
  step,
  ordinal,
  text: 'hash',
  tokens: 50,
  rule: 'evicted',
});

describe('isRepeatedCall', () => {
  const cases: [string, boolean, EarlierCall, SeenContext][] = [
    ['H59: the result was sent', true, CALL, { sent: [SENT], pointers: [] }],
    [
      'sent in the second of two ranges',
      true,
      CALL,
      {
        sent: [
          { ...SENT, first: 7, last: 9 },
          { ...SENT, first: 2, last: 2 },
        ],
        pointers: [],
      },
    ],
    ['pointers to other results', true, CALL, { sent: [SENT], pointers: [pointer(2, 2), pointer(1, 1)] }],
    ['the result was an error', false, { ...CALL, isError: true }, { sent: [SENT], pointers: [] }],
    ['the result was evicted', false, CALL, { sent: [SENT], pointers: [pointer(2, 1)] }],
    ['the step was trimmed', false, CALL, { sent: [{ ...SENT, first: 3 }], pointers: [] }],
    [
      'the step was compacted',
      false,
      CALL,
      {
        sent: [
          { from: 'compaction', step: 3, text: 'hash', tokens: 9 },
          { ...SENT, first: 4 },
        ],
        pointers: [],
      },
    ],
    [
      'only the thread was sent',
      false,
      CALL,
      {
        sent: [{ from: 'conversation', first: 1, last: 4, tokens: 9 }],
        pointers: [],
      },
    ],
  ];
  test.each(cases)('%s -> %s', (_name, expected, earlier, seen) => {
    expect(isRepeatedCall(earlier, seen)).toBe(expected);
  });
});
