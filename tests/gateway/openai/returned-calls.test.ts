import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { callId, ReturnedCalls } from '../../../packages/gateway/openai/chat/returned-calls.js';

const given = { turnId: 't', names: ['weather'] };
const call = (step: number, toolCallId: string, name = 'weather', input: unknown = {}): TurnEvent => ({
  type: 'tool-call',
  id: '',
  step,
  call: `${step}.1`,
  toolCallId,
  name,
  input,
});
const result = (step: number, toolCallId: string, name = 'weather'): TurnEvent => ({
  type: 'tool-result',
  id: '',
  step,
  call: `${step}.1`,
  toolCallId,
  name,
  output: 'warm',
  isError: false,
});
type Place = [step: number, index: number];
const said = (step: number, text: string): TurnEvent => ({ type: 'text-delta', id: '', step, text });

describe('ReturnedCalls', () => {
  test.each<[string, TurnEvent[], Place[], string | null]>([
    ['a text', [said(1, 'Hi'), said(1, '!')], [], 'Hi!'],
    [
      'words, then calls',
      [said(1, 'I look.'), call(1, 'a'), call(1, 'b')],
      [
        [1, 0],
        [1, 1],
      ],
      'I look.',
    ],
    [
      "the flow's own tool, then the caller's",
      [said(1, 'First.'), call(1, 'a', 'calculate'), call(2, 'b')],
      [[2, 0]],
      null,
    ],
    ['a call of a step that others follow', [call(1, 'a'), said(2, 'Done.')], [], 'Done.'],
    ['a call that came with the request', [call(1, 'old'), result(1, 'old')], [], null],
    [
      'the same id in each round',
      [call(1, 'look:0'), result(1, 'look:0'), call(2, 'look:0')],
      [[2, 0]],
      null,
    ],
    [
      'one id for all calls, or none',
      [call(1, ''), call(1, '')],
      [
        [1, 0],
        [1, 1],
      ],
      null,
    ],
    [
      "one id for a call of the flow's own tool, which has its result, and the caller's",
      [call(1, 'x', 'calculate'), call(1, 'x'), result(1, 'x', 'calculate')],
      [[1, 1]],
      null,
    ],
    ['what is said again', [said(1, 'One'), { type: 'reset', id: '', step: 1 }, said(1, 'Two')], [], 'Two'],
  ])('%s -> the last requested calls', (_name, events, places, text) => {
    const returned = new ReturnedCalls(given);
    for (const event of events) returned.see(event);
    expect(returned.calls.map(({ id }) => id)).toEqual(
      places.map(([step, index]) => callId({ turnId: 't', step, index })),
    );
    expect(returned.text).toBe(text);
  });

  test('an input that is not JSON -> unchanged', () => {
    const returned = new ReturnedCalls(given);
    returned.see(call(1, 'a', 'weather', '{"city":'));
    expect(returned.calls[0]!.function.arguments).toBe('{"city":');
  });

  test('no outputs were returned -> no call is returned', () => {
    const returned = new ReturnedCalls({ turnId: 't', names: [] });
    returned.see(call(1, 'a'));
    expect(returned.calls).toEqual([]);
  });
});
