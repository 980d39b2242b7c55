import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countLine } from '../../../cli/count/count.js';
import { LARGE_PNG } from '../../context/generated/arbitrary-tool-call.js';
import { countTextTokens, MESSAGE_OVERHEAD_TOKENS } from '../../../models/counting/count-tokens.js';

describe('countLine', () => {
  test.each([
    [{ text: 'Hello world' }, 2],
    [{ text: '' }, 0],
    [{ text: '<|endoftext|>\u0000\ud83d' }, 9],
    [{ text: 'Hello world', role: 'user', content: 'Hello' }, 2],
    [{ role: 'system', content: 'Hello world' }, 2 + MESSAGE_OVERHEAD_TOKENS],
    [{ role: 'user', content: [{ type: 'text', text: 'Hello world' }] }, 2 + MESSAGE_OVERHEAD_TOKENS],
    [{ role: 'assistant', content: null }, MESSAGE_OVERHEAD_TOKENS],
    [{ role: 'tool', content: [] }, MESSAGE_OVERHEAD_TOKENS],
    [{ text: null, role: 'user', content: '' }, MESSAGE_OVERHEAD_TOKENS],
  ])('%j -> %d tokens', (value, tokens) => {
    expect(countLine(value)).toEqual({ tokens });
  });

  test.each([
    [7, 'The line is a number, not an object'],
    [null, 'The line is null, not an object'],
    [[{ text: 'Hello' }], 'The line is a list, not an object'],
    [{}, "The object has neither 'text' nor 'role'"],
    [{ text: 7 }, 'The text is a number, not a string'],
    [{ role: 'human', content: '' }, "Unknown role 'human'"],
    [{ role: 7, content: '' }, 'The role is a number, not a string'],
    [{ role: 'user', content: {} }, 'The content of the message is an object'],
    [{ role: 'user', content: true }, 'The content of the message is a boolean'],
  ])('%j -> refused with what is wrong and what is accepted', (value, wrong) => {
    expect(() => countLine(value)).toThrow(
      `${wrong}: give { "text": string }, or a message { "role": "system", "user", "assistant" or "tool", "content": string, number, list or null }`,
    );
  });

  test('a picture in the format of any provider -> counted by its size; a part of an unknown type is reported', () => {
    const data = LARGE_PNG;
    const source = { type: 'base64', media_type: 'image/png', data };
    for (const part of [
      { type: 'image', image: data, mediaType: 'image/png' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      { type: 'image', source },
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source }] },
    ])
      expect(countLine({ role: 'user', content: [part] })).toEqual({
        tokens: 2_560 + MESSAGE_OVERHEAD_TOKENS,
      });
    const { warnings } = countLine({ role: 'user', content: [{ type: 'video', url: 'x' }] });
    expect(warnings).toEqual(["The message has a part of the unknown type 'video'"]);
  });

  test('P20: no content, null or a number -> its overhead, and the number as text', () => {
    const { tokens } = countLine({ role: 'user', content: '' });
    expect(countLine({ role: 'user' })).toEqual({ tokens });
    expect(countLine({ role: 'user', content: null })).toEqual({ tokens });
    expect(countLine({ role: 'user', content: 7 })).toEqual({ tokens: tokens + 1 });
  });

  test('a role of any length -> a short sentence', () => {
    expect(() => countLine({ role: 'x'.repeat(10_000) })).toThrow(/^Unknown role 'x{40}': give /);
  });

  test('any text in JSON -> counted unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(countLine(JSON.parse(JSON.stringify({ text })))).toEqual({ tokens: countTextTokens(text) });
      }),
    );
  });
});
