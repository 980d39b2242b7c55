import { describe, expect, test } from 'vitest';
import { findPlace, type ChatMessage } from '../../studio/chat/chat-messages.js';

describe('findPlace', () => {
  const said = (role: 'user' | 'assistant', seq?: number): ChatMessage => ({
    id: `${role} ${seq}`,
    role,
    parts: [],
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
