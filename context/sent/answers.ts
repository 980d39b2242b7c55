import { traceBeginning } from './trace-beginning.js';
import { scaleTokens } from '../text/counters.js';
import { WHOLE, type PlacedKind } from './kind.js';

export interface PlannedAnswers {
  from: 'answers';
  step: number;
}

export interface SentAnswers {
  from: 'answers';
  steps: readonly number[];
  tokens: number;
}

export interface AnswersPlace {
  from: 'answer';
  step: number;
}

export const answers: PlacedKind<PlannedAnswers, SentAnswers, AnswersPlace> = {
  position: 'spoken',
  remember: ({ from, step }, { tokens }) => ({ from, steps: [step], tokens }),
  join: (last, next) => ({
    ...last,
    steps: [...last.steps, ...next.steps],
    tokens: last.tokens + next.tokens,
  }),
  locate: ({ step }) => ({ from: 'trace', place: step }),
  need: ({ steps }) => ({ answers: steps }),
  render: ({ steps }, { sources }) =>
    steps.map((step) => {
      const content = sources.answers?.get(step);
      if (content === undefined) throw new Error(`The answer of step ${step} is missing`);
      return { role: 'assistant', content };
    }),
  place: 'answer',
  name: ({ step }) => `answer of step ${step}`,
  explain: ({ steps }, { rows, tokenFactor }) =>
    steps.flatMap((step) =>
      rows.trace
        .filter((row) => row.step === step && row.ordinal === 0)
        .map(({ tokens, parts }) => ({
          place: { from: 'answer', step },
          role: 'assistant',
          tokens: scaleTokens(tokens, tokenFactor),
          form: WHOLE,
          text: traceBeginning(parts.filter(({ type }) => type === 'text')),
        })),
    ),
  fill: ({ tokens }) => ({ history: tokens }),
};
