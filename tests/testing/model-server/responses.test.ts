import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  startModelServer,
  text,
  toolCalls,
  type ModelServer,
} from '../../../packages/testing/model-server/index.js';
import { errorOf } from './post-chat.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close({ check: false }));

function post(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-test' };
  return fetch(`${server.baseUrl}/responses`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const user = (...content: object[]): object => ({ role: 'user', content });
const CALL = { type: 'function_call', call_id: 'c1', name: 'clock', arguments: '{}' };
const OUTPUT = { type: 'function_call_output', call_id: 'c1', output: 'noon' };

describe('responsesWireFormat', () => {
  test('not streamed -> the whole response: thoughts, calls and the end', async () => {
    server.reply(toolCalls([{ name: 'clock', arguments: {} }], { reasoning: 'Hm.' }));
    const response = await post({ model: 'm', input: 'What time is it?' });
    expect(await response.json()).toMatchObject({
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ text: 'Hm.' }], encrypted_content: 'signature_1' },
        { type: 'function_call', name: 'clock', arguments: '{}', status: 'completed' },
      ],
    });
    expect(server.requests[0]!.text).toBe('What time is it?');
  });

  test('cut at its length -> incomplete, with the reason', async () => {
    server.reply(text('A long', { finishReason: 'length' }));
    const response = await post({
      model: 'm',
      input: [user({ type: 'input_text', text: 'Go on' }), CALL, OUTPUT],
    });
    expect(await response.json()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
  });

  test.each<[what: string, body: object, message: RegExp]>([
    ['no model', { input: 'x' }, /'model'/],
    ['no input', { model: 'm' }, /'input'/],
    ['another role', { model: 'm', input: [{ role: 'tool', content: 'x' }] }, /Invalid value: 'tool'/],
    [
      'an item that is a text',
      { model: 'm', input: ['x'] },
      /'input\[0\]': expected an object, but got a string/,
    ],
    ['a part of chat completions', { model: 'm', input: [user({ type: 'image_url' })] }, /'image_url'/],
    [
      'a picture that is no data URL',
      { model: 'm', input: [user({ type: 'input_image', image_url: 'iVBORw0KGgo=' })] },
      /base64-encoded data URL/,
    ],
    ['a call without its output', { model: 'm', input: [CALL] }, /no output: c1/],
    ['an output without its call', { model: 'm', input: [OUTPUT, CALL] }, /No tool call found .* c1/],
  ])('%s -> 400 with the reason', async (_what, body, message) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toMatch(message);
  });
});
