export interface TermMatch {
  readonly term: number;
  readonly count: number;
}

/** A passage that matches the query, or a neighbor that may hold the answer. */
export interface PassageRow {
  readonly seq: number;
  readonly ordinal: number;
  /** Consecutive messages without a long pause between them share a session. */
  readonly session: number;
  readonly role: 'user' | 'assistant';
  readonly name: string | null;
  readonly atMs: number;
  readonly tokens: number;
  readonly messageTokens: number;
  readonly length: number;
  readonly matches: readonly TermMatch[];
  readonly similarity?: number;
}

export interface CorpusFacts {
  readonly passages: number;
  readonly averageLength: number;
  readonly frequencies: readonly number[];
  readonly answerRatio: number;
}

/** Scores are comparable within one ranking only. */
export interface RankedPassage<Row extends PassageRow = PassageRow> {
  readonly row: Row;
  readonly score: number;
}
