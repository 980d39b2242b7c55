/** What came of all questions with one budget. */
export interface RecallResult {
  readonly tokens: number;
  readonly questions: number;
  /** Questions whose evidence was all in the context, of all: from 0 to 1; null without questions. */
  readonly share: number | null;
  /** Of the time that making a context took; null without questions. */
  readonly medianMs: number | null;
}

/** Adds up what came of each question. */
export interface RecallTally {
  readonly budgets: readonly number[];
  add(asked: { tokens: number; isFound: boolean; ms: number }): void;
  /** In the order of the budgets. */
  results(): RecallResult[];
}

/** A tally of nothing yet. */
export function createRecallTally(budgets: readonly number[]): RecallTally {
  const asked = new Map(budgets.map((tokens) => [tokens, { found: 0, times: [] as number[] }]));
  return {
    budgets,
    add({ tokens, isFound, ms }) {
      const of = asked.get(tokens);
      if (of === undefined) throw new Error(`Budget ${tokens} is not of this tally`);
      of.found += isFound ? 1 : 0;
      of.times.push(ms);
    },
    results: () =>
      [...asked].map(([tokens, { found, times }]) => ({
        tokens,
        questions: times.length,
        share: times.length === 0 ? null : Number((found / times.length).toFixed(4)),
        medianMs: medianOf(times),
      })),
  };
}

function medianOf(times: readonly number[]): number | null {
  const sorted = [...times].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Number(middle.toFixed(2));
}
