import { describe, expect, test } from 'vitest';
import { toMessage } from '../../../client/conversation/sent-message.js';

describe('toMessage', () => {
  test.each(['hello', ''])('parts beside the text %j -> rejected', (text) => {
    const message = { text, parts: [{ type: 'text', text: 'hello' }] } as never;
    expect(() => toMessage(message, undefined)).toThrow("A message has a 'text' or 'parts', not both");
  });
});
