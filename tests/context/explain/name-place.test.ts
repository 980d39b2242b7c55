import { describe, expect, test } from 'vitest';
import { namePlace } from '../../../context/explain/name-place.js';

const SUMMARY = { from: 'compaction', step: 5, firstSeq: null, throughSeq: null, throughStep: 0 } as const;

describe('namePlace', () => {
  test.each([
    [{ from: 'conversation', seq: 17 }, 'message 17'],
    [{ from: 'input' }, 'input'],
    [{ from: 'note' }, 'note'],
    [{ from: 'trace', step: 3, ordinal: 0 }, 'step 3'],
    [{ from: 'trace', step: 3, ordinal: 2 }, 'step 3 result 2'],
    [{ ...SUMMARY, throughStep: 4 }, 'summary of steps 1-4'],
    [{ ...SUMMARY, firstSeq: 2, throughSeq: 9 }, 'summary of messages 2-9'],
    [{ ...SUMMARY, firstSeq: 2, throughSeq: 2, throughStep: 1 }, 'summary of message 2 and step 1'],
    [SUMMARY, 'summary'],
  ] as const)('%j -> %s', (place, name) => expect(namePlace(place)).toBe(name));
});
