import fc from 'fast-check';
import type { TurnEvent } from '../../../client/stream/stream-events.js';

/** A turn as it went, and as its rows tell it afterwards. */
export interface GeneratedTurn {
  live: TurnEvent[];
  stored: TurnEvent[];
}

interface GeneratedStep {
  /** Texts of tries that were taken back, each in the pieces that were seen of it. */
  lost: string[][];
  text: string[];
  /** `rank`: calls are asked about, and end, in its order. */
  calls: {
    name: string;
    result: 'output' | 'error' | 'text-error' | 'denied';
    asks: boolean;
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
  asks: fc.boolean(),
  rank: fc.nat(9),
});
const step: fc.Arbitrary<GeneratedStep> = fc.record({
  lost: fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  text: fc.array(piece, { maxLength: 4 }),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
});

/** Turns of one agent, with lost tries, tools, questions and all endings. */
export const turns: fc.Arbitrary<GeneratedTurn> = fc
  .record({
    steps: fc.array(step, { maxLength: 3 }),
    last: fc.record({ lost: step.map(({ lost }) => lost), text: fc.array(piece, { maxLength: 4 }) }),
    end: fc.constantFrom('done' as const, 'failed' as const, 'cancelled' as const),
    repeatsIds: fc.boolean(),
    answer: fc.constantFrom('same' as const, 'other' as const),
  })
  .map(({ steps, last, end, repeatsIds, answer }) => {
    const all = [...steps, { ...last, calls: [] }];
    const live: TurnEvent[] = [{ type: 'started', id: '0.0.0', executionId: 'e' }];
    const stored = [...live];
    for (const [index, generated] of all.entries())
      tellStep({ live, stored }, generated, { step: index + 1, repeatsIds });
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

function tellStep(
  { live, stored }: GeneratedTurn,
  { lost, text, calls }: GeneratedStep,
  { step: number, repeatsIds }: { step: number; repeatsIds: boolean },
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
    ordinal: index + 1,
    toolCallId: repeatsIds ? `call_${index}` : `call_${number}_${index}`,
  }));
  for (const { toolCallId, name } of named) {
    const event: TurnEvent = { type: 'tool-call', ...place, toolCallId, name, input: { query: name } };
    live.push(event);
    stored.push(event);
  }
  const result = ({ toolCallId, name, result: kind }: (typeof named)[number]): TurnEvent => {
    const isError = kind !== 'output';
    const output = kind === 'text-error' ? 'It failed' : { result: number };
    const isDenied = kind === 'denied' || undefined;
    return { type: 'tool-result', ...place, toolCallId, name, output, isError, isDenied };
  };
  const ranked = [...named].sort((one, other) => one.rank - other.rank);
  // Whoever is asked answers after all else of the step has ended.
  for (const call of ranked)
    live.push(call.asks ? question(call, { ...place, call: `${number}.${call.ordinal}` }) : result(call));
  for (const call of ranked) if (call.asks) live.push(result(call));
  stored.push(...named.map(result));
}

function question(
  { toolCallId, name }: { toolCallId: string; name: string },
  { id, call }: { id: string; call: string },
): TurnEvent {
  const place = { executionId: 'e', nodeId: 'agent', iteration: '', call, toolCallId, toolName: name };
  return { type: 'approval', id, ...place, prompt: 'May it?', expiresAt: null };
}
