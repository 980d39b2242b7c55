import fc from 'fast-check';
import type { TurnEvent } from '../../../client/stream/turn-events.js';

export interface GeneratedTurn {
  live: TurnEvent[];
  stored: TurnEvent[];
}

interface GeneratedStep {
  lost: string[][];
  text: string[];
  calls: {
    name: string;
    result: 'output' | 'error' | 'text-error' | 'denied';
    asks: 'answer' | 'output' | undefined;
    rank: number;
  }[];
}

const piece = fc.string({
  minLength: 1,
  maxLength: 6,
  unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '😀'),
});
const call = fc.record({
  name: fc.constantFrom('calculate', 'search_web'),
  result: fc.constantFrom('output' as const, 'error' as const, 'text-error' as const, 'denied' as const),
  asks: fc.constantFrom('answer' as const, 'output' as const, undefined),
  rank: fc.nat(9),
});
const step: fc.Arbitrary<GeneratedStep> = fc.record({
  lost: fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  text: fc.array(piece, { maxLength: 4 }),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
});

export const turns: fc.Arbitrary<GeneratedTurn> = fc
  .record({
    steps: fc.array(step, { maxLength: 3 }),
    last: fc.record({ lost: step.map(({ lost }) => lost), text: fc.array(piece, { maxLength: 4 }) }),
    end: fc.constantFrom('done' as const, 'failed' as const, 'cancelled' as const),
    ids: fc.constantFrom('unique' as const, 'the same in each step' as const, 'the same for all' as const),
    answer: fc.constantFrom('same' as const, 'other' as const),
  })
  .map(({ steps, last, end, ids, answer }) => {
    const all = [...steps, { ...last, calls: [] }];
    const live: TurnEvent[] = [{ type: 'started', id: '0.0.0', executionId: 'e' }];
    const stored = [...live];
    for (const [index, generated] of all.entries())
      writeStep({ live, stored }, generated, { step: index + 1, ids });
    const said = last.text.join('');
    const text = answer === 'same' && said !== '' ? said : 'The model returned no text.';
    const ending: TurnEvent =
      end === 'done'
        ? { type: 'done', id: 'x.end', text }
        : end === 'failed'
          ? {
              type: 'failed',
              id: 'x.end',
              errorType: 'Model.Unavailable',
              message: 'connect ECONNREFUSED 10.0.0.1',
            }
          : { type: 'cancelled', id: 'x.end' };
    live.push(ending);
    stored.push(ending);
    return { live, stored };
  });

function writeStep(
  { live, stored }: GeneratedTurn,
  { lost, text, calls }: GeneratedStep,
  { step: number, ids }: { step: number; ids: 'unique' | 'the same in each step' | 'the same for all' },
): void {
  const place = { id: `${number}.1.0`, step: number };
  for (const pieces of lost) {
    for (const part of pieces) live.push({ type: 'text-delta', ...place, text: part });
    live.push({ type: 'reset', ...place });
  }
  for (const part of text) live.push({ type: 'text-delta', ...place, text: part });
  if (text.length > 0) stored.push({ type: 'text-delta', ...place, text: text.join('') });
  const named = calls.map((generated, index) => ({
    ...generated,
    call: `${number}.${index + 1}`,
    toolCallId: {
      unique: `call_${number}_${index}`,
      'the same in each step': `call_${index}`,
      'the same for all': 'call',
    }[ids],
  }));
  for (const { call, toolCallId, name } of named) {
    const event: Extract<TurnEvent, { type: 'tool-call' }> = {
      type: 'tool-call',
      ...place,
      call,
      toolCallId,
      name,
      input: { query: name },
    };
    live.push(event);
    stored.push({ ...event, hasResult: true });
  }
  const result = ({ call, toolCallId, name, result: kind }: (typeof named)[number]): TurnEvent => {
    const isError = kind !== 'output';
    const output = kind === 'text-error' ? 'It failed' : { result: number };
    const isDenied = kind === 'denied' || undefined;
    return { type: 'tool-result', ...place, call, toolCallId, name, output, isError, isDenied };
  };
  const ranked = [...named].sort((one, other) => one.rank - other.rank);
  for (const call of ranked) live.push(call.asks !== undefined ? question(call, place.id) : result(call));
  for (const call of ranked) if (call.asks !== undefined) live.push(result(call));
  stored.push(...named.map(result));
}

function question(
  {
    call,
    toolCallId,
    name,
    asks,
  }: { call: string; toolCallId: string; name: string; asks: string | undefined },
  id: string,
): TurnEvent {
  const place = { executionId: 'e', nodeId: 'agent', iteration: '', call, toolCallId, toolName: name };
  return {
    type: 'approval',
    id,
    name: `agent ${call}`,
    ...place,
    wantsOutput: asks === 'output',
    prompt: 'May it?',
    approvers: null,
    expiresAt: null,
  };
}
