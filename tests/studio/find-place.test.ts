import { describe, expect, test } from 'vitest';
import { findPlace, type PlacedMessage } from '../../packages/studio/chat/find-place.js';

describe('findPlace', () => {
  const said = (role: 'user' | 'assistant', seq?: number): PlacedMessage => ({
    role,
    ...(seq !== undefined && { metadata: { seq } }),
  });
  const messages = [said('assistant'), said('user', 7), said('assistant'), said('user', 9), said('user', 10)];

  test.each([
    ['a question', 7, 1],
    ['an answer', 8, 2],
    ['a place before all', 5, -1],
    ['a place behind a question without an answer', 11, -1],
  ])('%s -> its index', (_, seq, index) => {
    expect(findPlace(messages, seq)).toBe(index);
  });
});
