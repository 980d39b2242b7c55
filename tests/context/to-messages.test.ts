import { describe, expect, test } from 'vitest';
import { toMessages, type ThreadText, type TraceEntry } from '../../context/to-messages.js';
import { toolCallsOf, visibleText, type AssistantParts } from '../../context/trace-content.js';

const SIGNED = { anthropic: { signature: 'sig' } };
const CALL = {
  type: 'tool-call',
  toolCallId: 'c1',
  toolName: 'calculate',
  input: { expression: '1+1' },
} as const;
const RESULT = {
  type: 'tool-result',
  toolCallId: 'c1',
  toolName: 'calculate',
  output: { type: 'text', value: '2' },
} as const;

describe('toMessages', () => {
  test('a thread -> its texts in order, in the SDK shape', () => {
    const thread: ThreadText[] = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ];
    expect(toMessages(thread, [])).toEqual(thread);
  });

  test('P61: neighbouring user messages -> one message', () => {
    const messages = toMessages(
      [
        { role: 'user', content: 'lost' },
        { role: 'user', content: 'lost too' },
        { role: 'user', content: 'answered' },
        { role: 'assistant', content: 'yes' },
        { role: 'user', content: 'now' },
      ],
      [],
    );
    expect(messages).toEqual([
      { role: 'user', content: 'lost\n\nlost too\n\nanswered' },
      { role: 'assistant', content: 'yes' },
      { role: 'user', content: 'now' },
    ]);
  });

  test('steps of the execution -> after the thread, tool calls with their results', () => {
    const trace: TraceEntry[] = [
      { role: 'assistant', content: [{ type: 'text', text: 'let me see' }, CALL] },
      { role: 'tool', content: [RESULT] },
    ];
    expect(toMessages([{ role: 'user', content: 'hi' }], trace)).toEqual([
      { role: 'user', content: 'hi' },
      ...trace,
    ]);
  });

  test.each([
    ['without the provider mark', undefined, 0],
    ['with it', SIGNED, 1],
  ])('reasoning %s -> kept only with it', (_name, providerOptions, kept) => {
    const content: AssistantParts = [
      { type: 'reasoning', text: 'hm', ...(providerOptions && { providerOptions }) },
      CALL,
    ];
    const [message] = toMessages([], [{ role: 'assistant', content }]);
    const parts = message?.content as AssistantParts;
    expect(parts.filter((part) => part.type === 'reasoning')).toHaveLength(kept);
    expect(parts.at(-1)).toEqual(CALL);
  });

  test('any input -> not mutated', () => {
    const thread: ThreadText[] = deepFreeze([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
    const trace: TraceEntry[] = deepFreeze([
      { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, CALL] },
      { role: 'tool', content: [RESULT] },
    ]);
    expect(toMessages(thread, trace)).toEqual(toMessages(thread, trace));
    expect(thread).toHaveLength(2);
    expect(trace[0]?.content).toHaveLength(2);
  });
});

describe('visibleText', () => {
  test('texts between reasoning and calls -> joined, nothing else', () => {
    const content: AssistantParts = [
      { type: 'reasoning', text: 'secret' },
      { type: 'text', text: 'a' },
      CALL,
      { type: 'text', text: 'b' },
    ];
    expect(visibleText(content)).toBe('ab');
  });
});

describe('toolCallsOf', () => {
  test('several calls -> in order; results are none', () => {
    const second = { ...CALL, toolCallId: 'c2' };
    expect(toolCallsOf([{ type: 'text', text: 'a' }, CALL, second])).toEqual([CALL, second]);
    expect(toolCallsOf([RESULT])).toEqual([]);
  });
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
