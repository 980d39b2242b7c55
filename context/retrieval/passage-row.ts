export interface TermMatch {
  readonly term: number;
  readonly count: number;
}

export interface PassageRow {
  readonly seq: number;
  readonly ordinal: number;
  /** A long pause starts a new session. */
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

/** Comparable within one ranking only. */
export interface RankedPassage<Row extends PassageRow = PassageRow> {
  readonly row: Row;
  readonly score: number;
}
