/** One term of the query in a passage. */
export interface TermMatch {
  /** Index into the query's terms. */
  readonly term: number;
  /** How often it stands there; 1 where only its presence is known. */
  readonly count: number;
}

/**
 * A passage as the index returns it: one that holds some of the query's terms, or stands near one that does (a
 * neighbour gets its score from those around it, and can be what answers).
 */
export interface PassageRow {
  /** The message's place in its thread; neighbours differ by one. */
  readonly seq: number;
  /** Which passage of its message; 0 is the whole message or its first. */
  readonly ordinal: number;
  /** A run of messages without a long pause. */
  readonly session: number;
  readonly role: 'user' | 'assistant';
  /** The speaker's name, of imported chats. */
  readonly name: string | null;
  readonly atMs: number;
  /** Tokens of its text; what a line and a session cost besides is the packing's to add. */
  readonly tokens: number;
  /** Terms in it. */
  readonly length: number;
  /** None: only a neighbour. */
  readonly matches: readonly TermMatch[];
  /** Cosine with the question, where embeddings are at hand. */
  readonly similarity?: number;
}

/** What the scores need to know of all passages of a conversation. */
export interface CorpusFacts {
  readonly passages: number;
  /** Mean of the passages' `length`. */
  readonly averageLength: number;
  /** For each of the query's terms the number of passages that hold it. */
  readonly frequencies: readonly number[];
}

/** A passage with what it is worth to the question; higher is better, comparable within one ranking only. */
export interface RankedPassage<Row extends PassageRow = PassageRow> {
  readonly row: Row;
  readonly score: number;
}
