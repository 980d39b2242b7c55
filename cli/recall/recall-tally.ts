/** The evidence found for some questions, counted. */
export interface RecallShares {
  /** Questions whose evidence was all in the context and whole, of all: from 0 to 1; null without questions. */
  readonly share: number | null;
  /** Messages of the evidence whose most telling sentence was there, of all of a question, mean; null without questions. */
  readonly sentenceShare: number | null;
}

/** The results of the questions of one type. */
export interface TypeResult extends RecallShares {
  readonly type: string;
  readonly questions: number;
  /** The evidence that plain BM25 found. */
  readonly bm25?: RecallShares;
}

/** The results of all questions with one budget. */
export interface RecallResult extends RecallShares {
  readonly tokens: number;
  readonly questions: number;
  /** Median time that filling a context took; null without questions. */
  readonly medianMs: number | null;
  /** The evidence that plain BM25 found; absent: BM25 was not asked. */
  readonly bm25?: RecallShares;
  /** By the questions' types, in the order of their names; absent: no question has one. */
  readonly types?: readonly TypeResult[];
}

/** Whether a question's evidence was found. */
export interface FoundEvidence {
  isFound: boolean;
  /** The share of the evidence's most telling sentences that was found. */
  sentences: number;
}

/** A question that was asked with a budget. */
interface AskedQuestion extends FoundEvidence {
  type: string | undefined;
  ms: number;
  bm25: FoundEvidence | undefined;
}

/** Adds up the results of questions by their budgets and types. */
export class RecallTally {
  readonly budgets: readonly number[];
  readonly #asked: ReadonlyMap<number, AskedQuestion[]>;

  constructor(budgets: readonly number[]) {
    this.budgets = budgets;
    this.#asked = new Map(budgets.map((tokens) => [tokens, []]));
  }

  add({ tokens, ...question }: AskedQuestion & { tokens: number }): void {
    const asked = this.#asked.get(tokens);
    if (asked === undefined) throw new Error(`Budget ${tokens} is not of this tally`);
    asked.push(question);
  }

  /** The results in the order of the budgets. */
  results(): RecallResult[] {
    return [...this.#asked].map(([tokens, asked]) => {
      const types = [...new Set(asked.flatMap(({ type }) => type ?? []))].sort();
      return {
        tokens,
        questions: asked.length,
        ...toShares(asked),
        medianMs: findMedian(asked.map(({ ms }) => ms)),
        types: types.length === 0 ? undefined : types.map((type) => toType(type, asked)),
      };
    });
  }
}

function toType(type: string, all: readonly AskedQuestion[]): TypeResult {
  const asked = all.filter((question) => question.type === type);
  return { type, questions: asked.length, ...toShares(asked) };
}

function toShares(asked: readonly AskedQuestion[]): RecallShares & { bm25?: RecallShares } {
  const compared = asked.flatMap(({ bm25 }) => bm25 ?? []);
  return { ...shares(asked), bm25: compared.length === 0 ? undefined : shares(compared) };
}

function shares(found: readonly FoundEvidence[]): RecallShares {
  const mean = (value: (one: FoundEvidence) => number): number | null =>
    found.length === 0
      ? null
      : Number((found.reduce((sum, one) => sum + value(one), 0) / found.length).toFixed(4));
  return {
    share: mean(({ isFound }) => (isFound ? 1 : 0)),
    sentenceShare: mean(({ sentences }) => sentences),
  };
}

function findMedian(times: readonly number[]): number | null {
  const sorted = [...times].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Number(middle.toFixed(2));
}
