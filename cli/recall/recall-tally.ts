/** The results of all questions with one budget. */
export interface RecallResult {
  readonly tokens: number;
  readonly questions: number;
  /** Questions whose evidence was all in the context, of all: from 0 to 1; null without questions. */
  readonly share: number | null;
  /** Median time that filling a context took; null without questions. */
  readonly medianMs: number | null;
}

/** Adds up the results of questions by their budgets. */
export class RecallTally {
  readonly budgets: readonly number[];
  readonly #asked: ReadonlyMap<number, { found: number; times: number[] }>;

  constructor(budgets: readonly number[]) {
    this.budgets = budgets;
    this.#asked = new Map(budgets.map((tokens) => [tokens, { found: 0, times: [] }]));
  }

  add({ tokens, isFound, ms }: { tokens: number; isFound: boolean; ms: number }): void {
    const asked = this.#asked.get(tokens);
    if (asked === undefined) throw new Error(`Budget ${tokens} is not of this tally`);
    asked.found += isFound ? 1 : 0;
    asked.times.push(ms);
  }

  /** The results in the order of the budgets. */
  results(): RecallResult[] {
    return [...this.#asked].map(([tokens, { found, times }]) => ({
      tokens,
      questions: times.length,
      share: times.length === 0 ? null : Number((found / times.length).toFixed(4)),
      medianMs: findMedian(times),
    }));
  }
}

function findMedian(times: readonly number[]): number | null {
  const sorted = [...times].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Number(middle.toFixed(2));
}
