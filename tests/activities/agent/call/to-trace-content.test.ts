import { describe, expect, test } from 'vitest';
import { countContent, toTraceContent } from '../../../../activities/agent/call/to-trace-content.js';
import { reasoningText } from '../../../../context/message/trace-content.js';
import type { ModelContentPart } from '../../../../models/stream/read-stream.js';

const SAID = { visible: 'Hello', thinking: '' };
const SIGNED = { anthropic: { signature: 'sig' } };

describe('toTraceContent', () => {
  test('text with think tags from the provider -> the text as readers saw it, and the thinking apart', () => {
    const content: ModelContentPart[] = [{ type: 'text', text: '<think>hm</think>Hello' }];
    expect(toTraceContent({ content }, { visible: 'Hello', thinking: 'hm' })).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hello' },
    ]);
  });

  test("reasoning of the provider's own -> first, with its mark", () => {
    const content: ModelContentPart[] = [
      { type: 'text', text: 'Hello' },
      { type: 'reasoning', text: 'hm\ud83d', providerOptions: SIGNED },
    ];
    expect(toTraceContent({ content }, SAID)).toEqual([
      { type: 'reasoning', text: 'hm\uFFFD', providerOptions: SIGNED },
      { type: 'text', text: 'Hello' },
    ]);
  });

  test('thoughts by both channels -> stored in the order received', () => {
    const content: ModelContentPart[] = [{ type: 'reasoning', text: 'told' }];
    const said = { visible: '', thinking: 'tagged' };
    const textOf = (isTaggedFirst: boolean) =>
      reasoningText(toTraceContent({ content }, { ...said, isTaggedFirst }));
    expect([textOf(false), textOf(true)]).toEqual(['told\ntagged', 'tagged\ntold']);
  });

  test('D61: no text -> no part at all', () => {
    expect(toTraceContent({ content: [] }, { visible: '', thinking: '' })).toEqual([]);
  });

  test('tool calls -> after the text, in order, with the mark of the provider', () => {
    const content: ModelContentPart[] = [
      { ...toolCall('{"a":1}'), toolCallId: 'c1' },
      { type: 'text', text: 'Hello' },
      { ...toolCall('{"b":[2]}'), toolCallId: 'c2', providerOptions: SIGNED },
    ];
    expect(toTraceContent({ content }, SAID)).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { a: 1 } },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'look', input: { b: [2] }, providerOptions: SIGNED },
    ]);
  });

  test.each([
    ['none', '', {}],
    ['blanks', ' \n', {}],
    ['no JSON', '{"a":', '{"a":'],
    ['a number', '7', 7],
    ['null', 'null', null],
    ['T17: NUL in plain sight', '{"a":"x\u0000y"}', { a: 'xy' }],
    ['T17: NUL as an escape', '{"a":"x\\u0000y"}', { a: 'xy' }],
    ['T17: NUL in a list in an object', '{"a":[{"b":"\\u0000"}]}', { a: [{ b: '' }] }],
    ['T17: NUL in a key', '{"x\\u0000y":1}', { xy: 1 }],
    ['T17: half an emoji as an escape', '{"a":"\\ud83d!"}', { a: '\uFFFD!' }],
    ['T17: half an emoji in a key', '{"\\ude00":{"\\ud83d":1}}', { '\uFFFD': { '\uFFFD': 1 } }],
    ['a whole emoji as escapes', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['a backslash before what only looks like an escape', '{"a":"\\\\u0000"}', { a: '\\u0000' }],
  ])('arguments that are %s -> stored as JSON that Postgres accepts', (_name, input, expected) => {
    const [part] = toTraceContent({ content: [toolCall(input)] }, { visible: '', thinking: '' });
    expect(part).toEqual({ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: expected });
  });

  test('a name with NUL -> without it', () => {
    const [part] = toTraceContent(
      { content: [{ ...toolCall('{}'), toolName: 'lo\u0000ok' }] },
      { visible: '', thinking: '' },
    );
    expect(part).toMatchObject({ toolName: 'look' });
  });
});

describe('countContent', () => {
  test('more text -> more tokens', () => {
    const short = countContent([{ type: 'text', text: 'Hello' }]);
    const long = countContent([{ type: 'text', text: 'Hello, how are you today?' }]);
    expect(short.sent).toBeGreaterThan(0);
    expect(long.sent).toBeGreaterThan(short.sent);
  });

  test('thinking -> not counted, but counted with the mark of its provider', () => {
    const text = { type: 'text', text: 'Hello' } as const;
    const thought = { type: 'reasoning', text: 'Let me think about this' } as const;
    const plain = countContent([thought, text]);
    expect(plain.sent).toBe(countContent([text]).sent);
    expect(plain.hygiene).toBeGreaterThan(0);
    const marked = { ...thought, providerOptions: { anthropic: { signature: 'x' } } };
    expect(countContent([marked, text])).toEqual({ sent: plain.sent + plain.hygiene, hygiene: 0 });
  });
});

function toolCall(input: string): Extract<ModelContentPart, { type: 'tool-call' }> {
  return { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input };
}
