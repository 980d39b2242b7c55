import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatEventId,
  parseEventId,
  STREAM_START,
  type StreamCursor,
} from '../../../client/stream/stream-cursor.js';
import { eventsSince } from '../../../client/stream/turn-events.js';
import type { ThreadlineError } from '../../../client/threadline-error.js';
import type { AssistantParts, TraceContent } from '../../../context/message/trace-content.js';
import type { CallProgress } from '../../../store/execution/read-progress.js';

const count = fc.nat(999_999_999);
const anyCursor: fc.Arbitrary<StreamCursor> = fc.record({
  step: count,
  attempt: count,
  offset: count,
  reasoning: fc.oneof(fc.constant(0), count),
  tools: fc.oneof(fc.constant(0), count),
});
const anyEarly = fc.option(fc.array(count, { minLength: 1, maxLength: 5 }), { nil: undefined });

describe('formatEventId', () => {
  test.each([
    [{ step: 1, attempt: 2, offset: 3, reasoning: 0, tools: 0 }, false, '1.2.3'],
    [{ step: 1, attempt: 2, offset: 3, reasoning: 0, tools: 4 }, false, '1.2.3.4'],
    [{ step: 1, attempt: 2, offset: 3, reasoning: 0, tools: 0 }, true, '1.2.3.end'],
    [{ step: 1, attempt: 2, offset: 3, reasoning: 0, tools: 4 }, true, '1.2.3.4.end'],
    [{ step: 1, attempt: 2, offset: 3, reasoning: 9, tools: 0 }, false, '1.2.3r9'],
    [{ step: 1, attempt: 2, offset: 0, reasoning: 9, tools: 4 }, true, '1.2.0r9.4.end'],
    [STREAM_START, true, '0.0.0.end'],
  ])('%j, last: %s -> %s', (cursor, isEnd, id) => {
    expect(formatEventId(cursor, isEnd)).toBe(id);
  });
});

describe('parseEventId', () => {
  test('any cursor -> read back from its id', () => {
    fc.assert(
      fc.property(anyCursor, anyEarly, fc.boolean(), (given, early, isEnd) => {
        const cursor = given.tools > 0 ? { ...given, early } : given;
        expect(parseEventId(formatEventId(cursor, isEnd))).toEqual({ ...cursor, isEnd });
      }),
    );
  });

  test.each([
    '',
    '1',
    '1.2',
    '1.2.',
    'a.b.c',
    '1.2.3.4.5',
    '-1.0.0',
    '1.2.3 ',
    '1.2.3.end.end',
    '1.2.3\n',
    '1e3.0.0',
    '1.2.3r',
    '1.2r3.4',
    '1.2.3r4r5',
    '1.2.3_4',
    '1.2.3.4_',
    '1.2.3.4r5',
    '1234567890123.0.0',
  ])("P64: '%s' -> Client.InvalidCursor", (id) => {
    expect(() => parseEventId(id)).toThrow(
      expect.objectContaining({ name: 'ThreadlineError', type: 'Client.InvalidCursor' }) as ThreadlineError,
    );
  });

  test('a long id -> the sentence quotes its beginning', () => {
    expect(() => parseEventId('x'.repeat(1_000))).toThrow(/'x{60}' is not of the form/);
  });
});

describe('eventsSince', () => {
  test('chunks of a running call -> one delta, and the id to continue from', () => {
    const { events, cursor } = eventsSince(STREAM_START, { calls: [call({ chunks: ['Hel', 'lo'] })] });
    expect(events).toEqual([{ type: 'text-delta', id: '1.1.5', step: 1, text: 'Hello' }]);
    expect(cursor).toEqual({ step: 1, attempt: 1, offset: 5, reasoning: 0, tools: 0 });
  });

  test('nothing new -> no events', () => {
    const progress = { calls: [call({ chunks: ['Hello'] })] };
    const { cursor } = eventsSince(STREAM_START, progress);
    expect(eventsSince(cursor, progress)).toEqual({ events: [], cursor });
  });

  test('more text than a slow reader reads at once -> several deltas, cut between characters', () => {
    const long = `x${'😀'.repeat(20_000)}`;
    const { events, cursor } = eventsSince(STREAM_START, { calls: [call({ chunks: [long] })] });
    const told = events.map((event) => (event.type === 'text-delta' ? event.text : ''));
    expect(told.map((piece) => piece.length)).toEqual([16_383, 16_384, 7_234]);
    expect(told.join('')).toBe(long);
    expect([told.every((piece) => piece.isWellFormed()), cursor.offset]).toEqual([true, long.length]);
    const after = eventsSince(parseEventId(events[0]!.id), { calls: [call({ chunks: [long] })] });
    expect(after.events).toEqual(events.slice(1));
  });

  test('T25: an offset inside a chunk -> events from there', () => {
    const { events } = eventsSince(parseEventId('1.1.2'), { calls: [call({ chunks: ['Hel', 'lo'] })] });
    expect(events).toEqual([{ type: 'text-delta', id: '1.1.5', step: 1, text: 'llo' }]);
  });

  test('chunks after a gap -> held back until the gap is filled', () => {
    const gap = { ...call({}), chunks: [{ startOffset: 3, text: 'lo' }] };
    expect(eventsSince(STREAM_START, { calls: [gap] }).events).toEqual([]);
  });

  test('the message replaced its chunks -> only the rest is sent', () => {
    const { events } = eventsSince(parseEventId('1.1.5'), {
      calls: [call({ message: text('Hello world') })],
    });
    expect(events).toEqual([{ type: 'text-delta', id: '1.1.11', step: 1, text: ' world' }]);
  });

  test('a new attempt after text was sent -> reset, then its text', () => {
    const { events } = eventsSince(parseEventId('1.1.5'), { calls: [call({ attempt: 2, chunks: ['Hi'] })] });
    expect(events).toEqual([
      { type: 'reset', id: '1.2.0', step: 1 },
      { type: 'text-delta', id: '1.2.2', step: 1, text: 'Hi' },
    ]);
  });

  test('a new attempt before any text was sent -> no reset', () => {
    const { events } = eventsSince(parseEventId('1.1.0'), { calls: [call({ attempt: 3, chunks: ['Hi'] })] });
    expect(events.map((event) => event.type)).toEqual(['text-delta']);
  });

  test('tool calls and results -> calls in order, results as they finish, each once', () => {
    const message = [...text('Let me see.'), toolCall('a'), toolCall('b'), toolCall('c')];
    const told = (from: StreamCursor, results: string[]) =>
      eventsSince(from, {
        calls: [call({ message, results: results.map((id) => ['abc'.indexOf(id) + 1, result(id)]) })],
      });
    const first = told(STREAM_START, ['c']);
    expect(first.events.map(({ id }) => id)).toEqual([
      '1.1.11',
      '1.1.11.1',
      '1.1.11.2',
      '1.1.11.3',
      '1.1.11.3_3',
    ]);
    const second = told(parseEventId('1.1.11.3_3'), ['c', 'a']);
    expect(second.events).toEqual([
      {
        type: 'tool-result',
        id: '1.1.11.4_3',
        step: 1,
        call: '1.1',
        toolCallId: 'a',
        name: 'look',
        output: 'seen a',
        isError: false,
      },
    ]);
    const third = told(second.cursor, ['c', 'a', 'b']);
    expect(third.events).toMatchObject([{ id: '1.1.11.6', toolCallId: 'b' }]);
    expect(told(third.cursor, ['c', 'a', 'b']).events).toEqual([]);
  });

  test('the result of a tool that failed -> marked as an error', () => {
    const content: TraceContent = [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'look',
        output: { type: 'error-text', value: 'dark' },
      },
    ];
    const progress = { calls: [call({ message: [toolCall('a')], results: [[1, content]] })] };
    expect(eventsSince(STREAM_START, progress).events.at(-1)).toMatchObject({
      output: 'dark',
      isError: true,
    });
  });

  test('a reader that starts after several steps -> all of them, in order', () => {
    const calls = [
      call({ message: [...text('One.'), toolCall('a')], results: [[1, result('a')]] }),
      call({ step: 2, attempt: 4, message: text('Two.') }),
    ];
    const told = eventsSince(STREAM_START, { calls }).events.map(({ type, id }) => `${type} ${id}`);
    expect(told).toEqual([
      'text-delta 1.1.4',
      'tool-call 1.1.4.1',
      'tool-result 1.1.4.2',
      'text-delta 2.4.4',
    ]);
  });

  const thought: AssistantParts[number] = { type: 'reasoning', text: 'Hm.' };

  test('reasoning, streamed and then stored -> sent before the text, once, never as text', () => {
    const chunks = [
      { startOffset: 0, text: '', reasoningOffset: 0, reasoning: 'H' },
      { startOffset: 0, text: 'op', reasoningOffset: 1, reasoning: 'm.' },
    ];
    const live = eventsSince(STREAM_START, { calls: [{ ...call({}), chunks }] });
    expect(live.events).toEqual([
      { type: 'reasoning-delta', id: '1.1.0r3', step: 1, text: 'Hm.' },
      { type: 'text-delta', id: '1.1.2r3', step: 1, text: 'op' },
    ]);
    const message: AssistantParts = [
      thought,
      { type: 'reasoning', text: 'So.' },
      ...text('open'),
      toolCall('a'),
    ];
    const rest = eventsSince(live.cursor, { calls: [call({ message })] });
    expect(rest.events).toMatchObject([
      { type: 'reasoning-delta', id: '1.1.2r7', text: '\nSo.' },
      { type: 'text-delta', id: '1.1.4r7', text: 'en' },
      { type: 'tool-call', id: '1.1.4r7.1' },
    ]);
  });

  test('an id without a position in the thoughts -> the rest of the text, and the thoughts', () => {
    const from = parseEventId('1.1.2');
    const { events } = eventsSince(from, { calls: [call({ message: [thought, ...text('open')] })] });
    expect(events).toMatchObject([
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'text-delta', id: '1.1.4r3', text: 'en' },
    ]);
  });

  test('a new attempt, or another step, after thoughts alone -> reset', () => {
    const from = { ...STREAM_START, step: 1, attempt: 1, reasoning: 3 };
    expect(eventsSince(from, { calls: [call({ attempt: 2 })] }).events).toEqual([
      { type: 'reset', id: '1.2.0', step: 1 },
    ]);
    const calls = [call({}), call({ step: 2, message: text('ok') })];
    expect(eventsSince(from, { calls }).events.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'reset 1.1.0',
      'text-delta 2.1.2',
    ]);
  });
});

function call(input: {
  step?: number;
  attempt?: number;
  chunks?: string[];
  message?: AssistantParts;
  results?: [number, TraceContent][];
}): CallProgress {
  let startOffset = 0;
  const chunks = (input.chunks ?? []).map((chunk) => {
    startOffset += chunk.length;
    return { startOffset: startOffset - chunk.length, text: chunk };
  });
  const { step = 1, attempt = 1, message = null, results = [] } = input;
  return { step, attempt, chunks, message, results: new Map(results) };
}

function text(value: string): AssistantParts {
  return [{ type: 'text', text: value }];
}

function toolCall(id: string): AssistantParts[number] {
  return { type: 'tool-call', toolCallId: id, toolName: 'look', input: {} };
}

function result(id: string): TraceContent {
  const output = { type: 'text' as const, value: `seen ${id}` };
  return [{ type: 'tool-result', toolCallId: id, toolName: 'look', output }];
}
