import { describe, expect, test } from 'vitest';
import { readResponseRequest } from '../../../packages/gateway/openai/responses/read-response-request.js';
import { readResponseId, responseId } from '../../../packages/gateway/openai/requests/response-key.js';
import {
  eventAfter,
  ResponseWriter,
  type ResponseEvent,
} from '../../../packages/gateway/openai/responses/response-writer.js';

const key = {
  flow: 'assistant',
  channel: 'a/ü',
  turnId: 't:1',
  isObject: true,
  isBackground: false,
  isStored: true,
  tools: [],
};
const read = (fields: object) =>
  readResponseRequest({ model: 'assistant', input: 'hello', ...fields }, undefined);

describe('responseId', () => {
  test('a turn -> read back; another id -> not a response', () => {
    expect(readResponseId(responseId(key))).toEqual(key);
    for (const id of [
      'resp_',
      'resp_W10',
      'chatcmpl-1',
      `resp_${Buffer.from('[1,2,3]').toString('base64url')}`,
    ])
      expect(() => readResponseId(id)).toThrow('The response does not exist');
  });
});

describe('readResponseRequest', () => {
  test('instructions, a past, a call and a picture -> messages, the instructions first', () => {
    const input = [
      { role: 'user', content: 'old' },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'done' },
      { type: 'reasoning', id: 'r', summary: [] },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'yes', annotations: [] }],
      },
      { role: 'developer', content: [{ type: 'input_text', text: 'In French.' }] },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'look' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'auto' },
        ],
      },
    ];
    expect(read({ input, instructions: 'Be brief.' }).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'old' },
      { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'done' },
      { role: 'assistant', content: 'yes' },
      { role: 'developer', content: 'In French.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: 'data:image/png;base64,AA==' },
        ],
      },
    ]);
  });

  test.each([
    [{ max_tool_calls: 2 }, 'max_tool_calls', 'unsupported_parameter'],
    [{ tools: [{ type: 'web_search' }] }, 'tools.0.type', 'unsupported_value'],
    [{ tool_choice: { type: 'file_search' } }, 'tool_choice.type', 'unsupported_value'],
    [{ inputs: 'x' }, 'inputs', 'unknown_parameter'],
    [{ conversation: 'a', previous_response_id: responseId(key) }, 'previous_response_id', 'invalid_value'],
    [{ model: 'other', previous_response_id: responseId(key) }, 'model', 'invalid_value'],
    [{ background: true, store: false }, 'background', 'invalid_value'],
  ])("%j -> refused with the field's name", (fields, param, code) => {
    expect(() => read(fields)).toThrow(
      expect.objectContaining({ facts: { status: 400, type: 'invalid_request_error', param, code } }),
    );
  });
});

describe('eventAfter', () => {
  test('one answer in other pieces, read on after any number -> the same text and the same last numbers', () => {
    const tell = (pieces: string[]): ResponseEvent[] => {
      const writer = new ResponseWriter({ key, createdAt: new Date(0) });
      const said = pieces.flatMap((piece) => writer.writeText(piece));
      return [...writer.begin(), ...said, ...writer.end({ status: 'completed' })];
    };
    const first = tell(['One, ', 'two']);
    const again = tell(['O', 'ne, t', 'wo']);
    expect(again.slice(-4)).toEqual(first.slice(-4));
    const text = 'One, two';
    for (let after = -1; after <= first.at(-1)!.sequence_number; after += 1) {
      const rest = again.flatMap((event) => eventAfter(event, after) ?? []);
      const said = rest.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''));
      expect(said.join('')).toBe(text.slice(Math.max(0, after - 3)));
      expect(rest.every((event) => event.sequence_number > after)).toBe(true);
    }
  });
});
