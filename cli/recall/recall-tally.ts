/** The evidence found for some questions, counted. */
export interface RecallShares {
  /** Questions whose evidence was all in the context and whole, of all: from 0 to 1; null without questions. */
  readonly share: number | null;
  /** Messages of the evidence whose most telling sentence was there, of all of a question, mean; null without questions. */
  readonly sentenceShare: number | null;
}

/** The shares of Threadline itself. */
export interface OwnShares extends RecallShares {
  /**
   * Of the messages of the evidence that the chat's summary stands for, those whose most telling sentence it tells, of all
   * of a question, mean; null: the summary stands for no evidence.
   */
  readonly summaryShare: number | null;
}

/** The results of the questions of one type. */
export interface TypeResult extends OwnShares {
  readonly type: string;
  readonly questions: number;
  /** The evidence that plain BM25 found. */
  readonly bm25?: RecallShares;
}

/** The results of all questions with one budget. */
export interface RecallResult extends OwnShares {
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
  /** The share of the most telling sentences that the chat's summary tells; undefined: it stands for none of the evidence. */
  summary: number | undefined;
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

function toShares(asked: readonly AskedQuestion[]): OwnShares & { bm25?: RecallShares } {
  const compared = asked.flatMap(({ bm25 }) => bm25 ?? []);
  return {
    ...shares(asked),
    summaryShare: mean(asked.flatMap(({ summary }) => summary ?? [])),
    bm25: compared.length === 0 ? undefined : shares(compared),
  };
}

function shares(found: readonly FoundEvidence[]): RecallShares {
  return {
    share: mean(found.map(({ isFound }) => (isFound ? 1 : 0))),
    sentenceShare: mean(found.map(({ sentences }) => sentences)),
  };
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4));
}

function findMedian(times: readonly number[]): number | null {
  const sorted = [...times].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle === undefined ? null : Number(middle.toFixed(2));
}
