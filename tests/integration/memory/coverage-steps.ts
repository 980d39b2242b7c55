import fc from 'fast-check';
import type { HistorySettings } from '../../../flow/settings/history-settings.js';
import { METAS, SUMMARIES, type Meta, type SummaryKind } from './tagging-model.js';

export type Between =
  | { kind: 'nothing' | 'clear' }
  | { kind: 'settings'; history: HistorySettings; model: string }
  | { kind: 'upkeep'; way: (typeof WAYS)[number]; summary: SummaryKind };

export interface Step {
  before: Between;
  turn: TurnStep;
}

export interface TurnStep {
  characters: readonly [number, number];
  status: 'completed' | 'failed' | 'cancelled';
  meta: Meta;
}

const WAYS = ['alone', 'killed', 'two', 'turn', 'clear'] as const;

const turn = fc.record<TurnStep>({
  characters: fc.tuple(fc.constantFrom(10, 10, 10, 150, 700), fc.constantFrom(10, 10, 150, 700)),
  status: fc.constantFrom('completed', 'completed', 'completed', 'completed', 'failed', 'cancelled'),
  meta: fc.constantFrom(...METAS, 'good', 'good'),
});

const summaries = fc.record({
  inline: fc.boolean(),
  every: fc.constantFrom('window' as const, 'window' as const, 'turn' as const),
  tokens: fc.constantFrom([600], [900]),
  minTokens: fc.constantFrom(0, 0, 40, undefined),
});
const settings = fc.record({
  kind: fc.constant('settings' as const),
  history: fc.record({
    messages: fc.constantFrom(1, 2, 3, 3, 4, 6),
    characters: fc.constantFrom(18_000, 18_000, 1_000),
    messageCharacters: fc.constantFrom(3_000, 3_000, 100),
    summaries: fc.oneof(
      { weight: 6, arbitrary: summaries },
      { weight: 1, arbitrary: fc.constant(false as const) },
    ),
    retrieval: fc.constantFrom(false as const, {}),
  }),
  model: fc.constantFrom('openai:gpt-4o', 'anthropic:claude-sonnet-4-5'),
});
const between = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Between>({ kind: 'nothing' }) },
  { weight: 1, arbitrary: fc.constant<Between>({ kind: 'clear' }) },
  { weight: 2, arbitrary: settings },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('upkeep' as const),
      way: fc.constantFrom('alone' as const, ...WAYS),
      summary: fc.constantFrom('good' as const, 'good' as const, ...SUMMARIES),
    }),
  },
);

export const anySteps: fc.Arbitrary<Step[]> = fc.array(fc.record({ before: between, turn }), {
  minLength: 6,
  maxLength: 14,
});

export const FIRST_SETTINGS = {
  history: { messages: 3, summaries: { minTokens: 0 } },
  model: 'openai:gpt-4o',
};
