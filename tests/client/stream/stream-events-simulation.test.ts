import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatEventId,
  parseEventId,
  STREAM_START,
  type StreamCursor,
} from '../../../client/stream/stream-cursor.js';
import { eventsSince, type TurnEvent } from '../../../client/stream/turn-events.js';
import {
  reasoningText,
  visibleText,
  type AssistantParts,
  type TraceContent,
} from '../../../context/message/trace-content.js';
import type { CallProgress } from '../../../store/execution/read-progress.js';

type Happening =
  | { kind: 'chunk'; text: string; reasoning: string }
  | { kind: 'restart' }
  | { kind: 'complete'; rest: string; thought: string; tools: number }
  | { kind: 'result'; which: number }
  | { kind: 'next-step' }
  | { kind: 'look' }
  | { kind: 'look-and-drop'; events: number };

const words = fc
  .array(fc.constantFrom('a', 'bc', '😀', '\n', 'déf'), { maxLength: 4 })
  .map((all) => all.join(''));
const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('chunk' as const), text: words, reasoning: words }) },
  { weight: 2, arbitrary: fc.constant<Happening>({ kind: 'restart' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('complete' as const),
      rest: words,
      thought: words,
      tools: fc.nat(3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('result' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.constant<Happening>({ kind: 'next-step' }) },
  { weight: 5, arbitrary: fc.constant<Happening>({ kind: 'look' }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look-and-drop' as const), events: fc.nat(4) }) },
);

describe('eventsSince', () => {
  test('any course of an execution, read at any time, dropped anywhere -> the stored text, once', () => {
    fc.assert(
      fc.property(fc.array(anyHappening, { maxLength: 60, size: 'max' }), (happenings) => {
        const world = createWorld();
        const reader = createReader();
        for (const happening of happenings) {
          if (happening.kind === 'look') reader.look(world.calls);
          else if (happening.kind === 'look-and-drop') reader.look(world.calls, happening.events);
          else world.happen(happening);
        }
        reader.look(world.calls);
        expect(reader.texts()).toEqual(world.texts());
        expect(reader.thoughts()).toEqual(world.thoughts());
        expect([...reader.tools].sort()).toEqual(world.toolEvents().sort());
        reader.look(world.calls, 0);
        expect(reader.look(world.calls)).toEqual([]);
        expect(new Set(reader.ids).size).toBe(reader.ids.length);
        expect(reader.ids).toEqual([...reader.ids].sort(byPlace));
      }),
      { numRuns: 300 },
    );
  });
});

function createWorld() {
  const calls: CallProgress[] = [emptyCall(1, 1)];
  return {
    calls,
    happen(happening: Happening): void {
      const index = calls.length - 1;
      const call = calls[index]!;
      const { text: said, reasoning } = streamedBy(call);
      if (
        happening.kind === 'chunk' &&
        call.message === null &&
        happening.text + happening.reasoning !== ''
      ) {
        const piece = { startOffset: said.length, reasoningOffset: reasoning.length };
        const { text, reasoning: thought } = happening;
        calls[index] = { ...call, chunks: [...call.chunks, { ...piece, text, reasoning: thought }] };
      }
      if (happening.kind === 'restart' && call.message === null)
        calls[index] = emptyCall(call.step, call.attempt + 1);
      else if (happening.kind === 'complete' && call.message === null)
        calls[index] = {
          ...call,
          chunks: [],
          message: [
            ...thoughtsOf(reasoning + happening.thought),
            ...messageOf(said + happening.rest, happening.tools),
          ],
        };
      else if (happening.kind === 'result' && call.message !== null && happening.which < toolsOf(call))
        calls[index] = {
          ...call,
          results: new Map(call.results).set(happening.which + 1, resultOf(happening.which)),
        };
      else if (happening.kind === 'next-step' && call.message !== null && call.results.size === toolsOf(call))
        calls.push(emptyCall(call.step + 1, 1));
    },
    texts: () => linesOf(calls.map((call) => streamedBy(call).text)),
    thoughts: () => linesOf(calls.map((call) => streamedBy(call).reasoning)),
    toolEvents: () =>
      calls.flatMap((call) => {
        const ids = Array.from({ length: toolsOf(call) }, (_, index) => index);
        return [
          ...ids.map((index) => `${call.step} tool-call c${index}`),
          ...ids
            .filter((index) => call.results.has(index + 1))
            .map((index) => `${call.step} tool-result c${index}`),
        ];
      }),
  };
}

function createReader() {
  let cursor: StreamCursor = STREAM_START;
  let lastId = formatEventId(STREAM_START);
  const steps = new Map<number, string>();
  const thoughts = new Map<number, string>();
  const tools: string[] = [];
  const ids: string[] = [];
  return {
    tools,
    ids,
    look(calls: readonly CallProgress[], dropAfter?: number): TurnEvent[] {
      const seen = calls.filter((call) => call.step >= cursor.step);
      const next = eventsSince(cursor, { calls: seen });
      const told = dropAfter === undefined ? next.events : next.events.slice(0, dropAfter);
      told.forEach(take);
      lastId = told.at(-1)?.id ?? lastId;
      cursor = dropAfter === undefined ? next.cursor : parseEventId(lastId);
      return told;
    },
    texts: () => linesOfSteps(steps),
    thoughts: () => linesOfSteps(thoughts),
  };

  function take(event: TurnEvent): void {
    ids.push(event.id);
    if (event.type === 'reset') {
      steps.set(event.step, '');
      thoughts.set(event.step, '');
    } else if (event.type === 'reasoning-delta')
      thoughts.set(event.step, (thoughts.get(event.step) ?? '') + event.text);
    else if (event.type === 'text-delta') steps.set(event.step, (steps.get(event.step) ?? '') + event.text);
    else if (event.type === 'tool-call' || event.type === 'tool-result')
      tools.push(`${event.step} ${event.type} ${event.toolCallId}`);
  }
}

function streamedBy({ message, chunks }: CallProgress): { text: string; reasoning: string } {
  if (message !== null) return { text: visibleText(message), reasoning: reasoningText(message) };
  const join = (key: 'text' | 'reasoning') => chunks.map((chunk) => chunk[key] ?? '').join('');
  return { text: join('text'), reasoning: join('reasoning') };
}

function linesOf(texts: readonly string[]): string[] {
  return texts.map((text, index) => `${index + 1}: ${text}`).filter((line) => !line.endsWith(': '));
}

function linesOfSteps(steps: ReadonlyMap<number, string>): string[] {
  const last = Math.max(0, ...steps.keys());
  return linesOf(Array.from({ length: last }, (_, index) => steps.get(index + 1) ?? ''));
}

function thoughtsOf(text: string): AssistantParts {
  return text === '' ? [] : [{ type: 'reasoning', text }];
}

function emptyCall(step: number, attempt: number): CallProgress {
  return { step, attempt, chunks: [], message: null, results: new Map() };
}

function messageOf(text: string, tools: number): AssistantParts {
  const calls = Array.from({ length: tools }, (_, index) => ({
    type: 'tool-call' as const,
    toolCallId: `c${index}`,
    toolName: 'look',
    input: {},
  }));
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls];
}

function resultOf(which: number): TraceContent {
  const output = { type: 'text' as const, value: 'seen' };
  return [{ type: 'tool-result', toolCallId: `c${which}`, toolName: 'look', output }];
}

function toolsOf(call: CallProgress): number {
  return call.message?.filter((part) => part.type === 'tool-call').length ?? 0;
}

function byPlace(one: string, other: string): number {
  const [a, b] = [parseEventId(one), parseEventId(other)];
  return (
    a.step - b.step ||
    a.attempt - b.attempt ||
    a.offset - b.offset ||
    a.reasoning - b.reasoning ||
    resultsTold(a) - resultsTold(b)
  );
}

function resultsTold({ tools, early = [] }: StreamCursor): number {
  return tools + early.length;
}
