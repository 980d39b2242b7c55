import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/stream-events.js';
import { ReturnedCalls } from '../../../gateway/openai/chat/returned-calls.js';

const given = {
  tools: [{ name: 'weather', description: '', inputSchema: { type: 'object' } }],
  rounds: [{ text: '', calls: [{ id: 'old', name: 'weather', input: {}, output: 'warm' }] }],
};
const call = (step: number, toolCallId: string, name = 'weather', input: unknown = {}): TurnEvent => ({
  type: 'tool-call',
  id: '',
  step,
  toolCallId,
  name,
  input,
});
const said = (step: number, text: string): TurnEvent => ({ type: 'text-delta', id: '', step, text });

describe('ReturnedCalls', () => {
  test.each<[string, TurnEvent[], string[], string | null]>([
    ['a text', [said(1, 'Hi'), said(1, '!')], [], 'Hi!'],
    ['words, then calls', [said(1, 'I look.'), call(1, 'a'), call(1, 'b')], ['a', 'b'], 'I look.'],
    [
      "the flow's own tool, then the caller's",
      [said(1, 'First.'), call(1, 'a', 'calculate'), call(2, 'b')],
      ['b'],
      null,
    ],
    ['a call of a step that others follow', [call(1, 'a'), said(2, 'Done.')], [], 'Done.'],
    ['a call that came with the request', [call(1, 'old')], [], null],
    ['what is said anew', [said(1, 'One'), { type: 'reset', id: '', step: 1 }, said(1, 'Two')], [], 'Two'],
  ])('%s -> what was asked for last', (_name, events, ids, text) => {
    const returned = new ReturnedCalls(given);
    for (const event of events) returned.see(event);
    expect(returned.calls.map(({ id }) => id)).toEqual(ids);
    expect(returned.text).toBe(text);
  });

  test('an input that is no JSON -> as the model wrote it', () => {
    const returned = new ReturnedCalls(given);
    returned.see(call(1, 'a', 'weather', '{"city":'));
    expect(returned.calls[0]!.function.arguments).toBe('{"city":');
  });

  test('nothing was given -> no call is given back', () => {
    const returned = new ReturnedCalls(undefined);
    returned.see(call(1, 'a'));
    expect(returned.calls).toEqual([]);
  });
});
