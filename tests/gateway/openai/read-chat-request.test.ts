import { describe, expect, test } from 'vitest';
import { readChatRequest } from '../../../packages/gateway/openai/chat/read-chat-request.js';
import { OpenAiError } from '../../../packages/gateway/openai/errors/openai-error.js';

const NO_HEADERS = { conversation: undefined, idempotencyKey: undefined };
const hello = { role: 'user', content: 'hello' };
const read = (fields: object, headers = {}) =>
  readChatRequest({ model: 'assistant', messages: [hello], ...fields }, { ...NO_HEADERS, ...headers });

describe('readChatRequest', () => {
  test('the past, then two user messages with a picture and a file -> the newest ones as parts', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'old' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
      { role: 'assistant', content: 'yes' },
      hello,
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          { type: 'file', file: { file_data: 'data:text/plain;base64,AA==', filename: 'a.txt' } },
        ],
      },
    ];
    expect(read({ messages }).parts).toEqual([
      { type: 'text', text: 'hello' },
      { type: 'text', text: 'look' },
      { type: 'image', image: 'data:image/png;base64,AA==' },
      { type: 'file', data: 'data:text/plain;base64,AA==', filename: 'a.txt' },
    ]);
  });

  test('a conversation by its name, as an object or by the header -> its channel; the body wins', () => {
    expect(read({}).channel).toBeUndefined();
    expect(read({ conversation: { id: 'a' } }, { conversation: 'b' }).channel).toBe('a');
    expect(read({ conversation: null }, { conversation: 'b' }).channel).toBe('b');
  });

  test('a key that is not a turn id -> always the same id derived from it', () => {
    expect(read({}, { idempotencyKey: 'try-1' }).key).toBe('try-1');
    const { key } = read({}, { idempotencyKey: 'x'.repeat(200) });
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(read({}, { idempotencyKey: 'x'.repeat(200) }).key).toBe(key);
  });

  test.each([
    [{ n: 2 }, 'n', 'unsupported_parameter'],
    [{ logprobs: true }, 'logprobs', 'unsupported_parameter'],
    [{ temprature: 1 }, 'temprature', 'unknown_parameter'],
    [{ constructor: 1 }, 'constructor', 'unknown_parameter'],
    [{ messages: [] }, 'messages', 'invalid_value'],
    [{ messages: [{ role: 'assistant', content: 'hi' }] }, 'messages', 'invalid_value'],
    [
      { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
      'messages.0.content',
      'invalid_value',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'http://a/b' }] }] },
      'messages',
      'unsupported_value',
    ],
    [{ model: 7 }, 'model', 'invalid_value'],
  ])("%j -> refused with the field's name", (fields, param, code) => {
    expect(() => read(fields)).toThrow(
      expect.objectContaining({ facts: { status: 400, type: 'invalid_request_error', param, code } }),
    );
  });

  test('default or empty values -> accepted', () => {
    expect(() =>
      read({ n: 1, tools: [], tool_choice: 'auto', temperature: 0.2, user: 'u', stop: null }),
    ).not.toThrow();
    expect(() => readChatRequest([], NO_HEADERS)).toThrow(OpenAiError);
  });
});
