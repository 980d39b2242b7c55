import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessages } from '../../../context/transcript/read-messages.js';
import { countMessagesTokens } from '../../../models/counting/count-tokens.js';
import { SMALL_PNG } from '../generated/arbitrary-tool-call.js';
import { planOf } from './plan.js';

describe('readMessages', () => {
  test('the same transcript in three shapes -> the same messages, counts and plan', () => {
    fc.assert(
      fc.property(TRANSCRIPT, ({ turns, window }) => {
        const sdk = turns.flatMap(toSdk);
        const openAi = readMessages(turns.flatMap(toOpenAi));
        const anthropic = readMessages(turns.flatMap(toAnthropic));
        expect(readMessages(sdk)).toEqual({ messages: sdk, places: sdk.map((_, at) => at), warnings: [] });
        expect(openAi).toEqual({ messages: sdk, places: sdk.map((_, at) => at), warnings: [] });
        expect(anthropic.messages).toEqual(sdk);
        expect(anthropic.warnings).toEqual([]);
        expect(anthropic.places.at(-1)).toBe(turns.flatMap(toAnthropic).length - 1);
        expect(countMessagesTokens(openAi.messages)).toBe(countMessagesTokens(sdk as never));
        const plans = [toSdk, toOpenAi, toAnthropic].map((shape) => {
          const { left, ...plan } = planOf(turns.flatMap(shape) as never, { contextWindow: window });
          return { ...plan, left: left.reduce((sum, { tokens }) => sum + tokens, 0) };
        });
        expect(plans[1]).toEqual(plans[0]);
        expect(plans[2]).toEqual(plans[0]);
      }),
      { numRuns: 60 },
    );
  });

  test("parts that only one of them has -> the SDK's part, or a warning with type and message", () => {
    const { messages, warnings, places } = readMessages([
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'tool_use', id: 'a', name: 'look', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            is_error: true,
            content: [{ type: 'text', text: 'No.' }, { type: 'hologram' }],
          },
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: 'Hi' },
            title: 'a.txt',
          },
        ],
      },
      { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
      { role: 'function', name: 'old', content: 'so' },
      { role: 'tool', tool_call_id: 'gone', content: 'late' },
    ]);
    expect(messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      {
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 's' } } },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} },
        ],
      },
      { role: 'tool', content: [{ toolName: 'look', output: { type: 'error-text', value: 'No.' } }] },
      { role: 'user', content: [{ type: 'file', data: 'SGk=', mediaType: 'text/plain', filename: 'a.txt' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'old', input: {} }] },
      { role: 'tool', content: [{ toolName: 'old', output: { type: 'text', value: 'so' } }] },
      { role: 'tool', content: [{ toolCallId: 'gone', toolName: 'unknown' }] },
    ]);
    expect(places).toEqual([0, 1, 2, 2, 3, 4, 5]);
    expect(warnings).toEqual([
      "Message 2 has a tool result with a part of the unknown type 'hologram', which is omitted",
      "Message 4 has the deprecated role 'function': it is read as the result of the last 'function_call'",
    ]);
  });

  test("items of OpenAI's Responses API -> thoughts, calls and results with their ids; provider tools are reported", () => {
    const { messages, warnings } = readMessages([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'A' },
          { type: 'summary_text', text: 'B' },
        ],
        encrypted_content: 'QUJD',
      },
      { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Look.' }] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'ls', arguments: '{"path":"/"}' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { type: 'custom_tool_call', call_id: 'call_2', name: 'patch', input: '*** Begin' },
      { type: 'function_call_output', call_id: 'call_1', output: 'bin' },
      { type: 'custom_tool_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'ok' }] },
    ]);
    const item = (itemId: string) => ({ providerOptions: { openai: { itemId } } });
    const answer = (toolCallId: string, toolName: string, output: unknown) => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output }],
    });
    expect(messages).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'Go' }] },
      {
        content: [
          {
            type: 'reasoning',
            text: 'A\n\nB',
            providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'QUJD' } },
          },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Look.', ...item('msg_1') }] },
      { content: [{ type: 'tool-call', toolCallId: 'call_1', input: { path: '/' }, ...item('fc_1') }] },
      { content: [{ type: 'tool-call', toolCallId: 'call_2', input: { input: '*** Begin' } }] },
      answer('call_1', 'ls', { type: 'text', value: 'bin' }),
      answer('call_2', 'patch', { type: 'content', value: [{ type: 'text', text: 'ok' }] }),
    ]);
    expect(warnings).toEqual([
      "Message 4 is a 'web_search_call', which the provider ran itself: it is omitted",
    ]);
  });

  test('a system prompt that stands apart -> before all messages, whose places stay', () => {
    const plan = planOf(
      [{ role: 'user', content: [{ type: 'video' }, { type: 'text', text: 'Hi' }] }] as never,
      {
        system: 'Be brief.',
      },
    );
    expect(plan.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(plan.warnings).toEqual(["Message 0 has a part of the unknown type 'video', which is omitted"]);
  });
});

interface Call {
  id: string;
  input: Record<string, string>;
  result: string | string[];
}

interface Turn {
  text: string;
  picture: 'none' | 'data' | 'address';
  calls: Call[];
  says: string;
  answer: string;
}

const word = fc.stringMatching(/^[a-z ]{0,30}[a-z]$/);
const TRANSCRIPT = fc
  .record({
    turns: fc.array(
      fc.record({
        text: word,
        picture: fc.constantFrom('none' as const, 'data' as const, 'address' as const),
        calls: fc.array(
          fc.record({
            input: fc.dictionary(word, word, { maxKeys: 2, noNullPrototype: true }),
            result: fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 2 })),
          }),
          { maxLength: 3 },
        ),
        says: word,
        answer: word,
      }),
      { minLength: 1, maxLength: 5 },
    ),
    window: fc.integer({ min: 300, max: 3_000 }),
  })
  .map(({ turns, window }) => ({
    window,
    turns: turns.map((turn, at): Turn => ({
      ...turn,
      calls: turn.calls.map((call, index) => ({ ...call, id: `call_${at}_${index}` })),
    })),
  }));
const ADDRESS = 'https://example.com/a.png';

function toSdk({ text, picture, calls, says, answer }: Turn): unknown[] {
  const image = picture === 'data' ? { image: SMALL_PNG, mediaType: 'image/png' } : { image: ADDRESS };
  return [
    {
      role: 'user',
      content:
        picture === 'none'
          ? text
          : [
              { type: 'text', text },
              { type: 'image', ...image },
            ],
    },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: [
              { type: 'text', text: says },
              ...calls.map(({ id, input }) => ({
                type: 'tool-call',
                toolCallId: id,
                toolName: 'look_up',
                input,
              })),
            ],
          },
        ]),
    ...calls.map(({ id, result }) => ({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: id,
          toolName: 'look_up',
          output:
            typeof result === 'string'
              ? { type: 'text', value: result }
              : { type: 'content', value: result.map((one) => ({ type: 'text', text: one })) },
        },
      ],
    })),
    { role: 'assistant', content: answer },
  ];
}

function toOpenAi({ text, picture, calls, says, answer }: Turn): unknown[] {
  const url = picture === 'data' ? `data:image/png;base64,${SMALL_PNG}` : ADDRESS;
  return [
    {
      role: 'user',
      content:
        picture === 'none'
          ? text
          : [
              { type: 'text', text },
              { type: 'image_url', image_url: { url } },
            ],
    },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: says,
            tool_calls: calls.map(({ id, input }) => ({
              id,
              type: 'function',
              function: { name: 'look_up', arguments: JSON.stringify(input, null, 2) },
            })),
          },
        ]),
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: asBlocks(result) })),
    { role: 'assistant', content: answer },
  ];
}

function toAnthropic({ text, picture, calls, says, answer }: Turn): unknown[] {
  const source =
    picture === 'data'
      ? { type: 'base64', media_type: 'image/png', data: SMALL_PNG }
      : { type: 'url', url: ADDRESS };
  return [
    {
      role: 'user',
      content:
        picture === 'none'
          ? text
          : [
              { type: 'text', text },
              { type: 'image', source },
            ],
    },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: [
              { type: 'text', text: says },
              ...calls.map(({ id, input }) => ({ type: 'tool_use', id, name: 'look_up', input })),
            ],
          },
          {
            role: 'user',
            content: calls.map(({ id, result }) => ({
              type: 'tool_result',
              tool_use_id: id,
              content: asBlocks(result),
            })),
          },
        ]),
    { role: 'assistant', content: answer },
  ];
}

function asBlocks(result: string | string[]): unknown {
  return typeof result === 'string' ? result : result.map((text) => ({ type: 'text', text }));
}
