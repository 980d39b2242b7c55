export interface RecallShares {
  /** Questions for which all evidence was found, from 0 to 1. */
  readonly share: number | null;
  /** Evidence whose key sentence was found. */
  readonly sentenceShare: number | null;
}

export interface OwnShares extends RecallShares {
  /** Summarized evidence whose key sentence is in the summary. */
  readonly summaryShare: number | null;
}

export interface TypeResult extends OwnShares {
  readonly type: string;
  readonly questions: number;
  readonly bm25?: RecallShares;
}

export interface RecallResult extends OwnShares {
  readonly tokens: number;
  readonly questions: number;
  readonly medianMs: number | null;
  readonly bm25?: RecallShares;
  readonly types?: readonly TypeResult[];
}

export interface FoundEvidence {
  isFound: boolean;
  sentences: number;
}

interface AskedQuestion extends FoundEvidence {
  type: string | undefined;
  ms: number;
  bm25: FoundEvidence | undefined;
  summary: number | undefined;
}

export class RecallTally {
  readonly budgets: readonly number[];
  readonly #asked: ReadonlyMap<number, AskedQuestion[]>;

  constructor(budgets: readonly number[]) {
    this.budgets = budgets;
    this.#asked = new Map(budgets.map((tokens) => [tokens, []]));
  }

  add({ tokens, ...question }: AskedQuestion & { tokens: number }): void {
    const asked = this.#asked.get(tokens);
    if (!asked) throw new Error(`Budget ${tokens} is not measured`);
    asked.push(question);
  }

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
