import { describe, expect, test } from 'vitest';
import { formatPosition, parsePosition, POSITION_START } from '../../../client/stream/stream-position.js';

const place = { step: 1, attempt: 2, offset: 3, reasoning: 0, tools: 0 };

describe('formatPosition', () => {
  test.each([
    [{ ...POSITION_START, shown: place }, false, '1.2.3'],
    [{ ...POSITION_START, shown: place }, true, '1.2.3.end'],
    [{ shown: place, work: { ...place, step: 20_001, tools: 4 } }, false, '1.2.3~20001.2.3.4'],
    [{ ...POSITION_START, shown: { ...place, step: 2_200_000_001 } }, false, '2200000001.2.3'],
    [{ shown: place, work: { ...place, step: 20_001 } }, true, '1.2.3~20001.2.3.end'],
  ])('%j, last: %s -> %s, and read back', (position, isEnd, id) => {
    expect(formatPosition(position, isEnd)).toBe(id);
    expect(parsePosition(id)).toEqual({ ...position, isEnd });
  });
});

describe('parsePosition', () => {
  test.each(['1.2.3~', '~1.2.3', '1.2.3~1.2.3~1.2.3', '1.2.3~x'])("'%s' -> Client.InvalidCursor", (id) => {
    expect(() => parsePosition(id)).toThrow(
      expect.objectContaining({ type: 'Client.InvalidCursor' }) as Error,
    );
  });
});
