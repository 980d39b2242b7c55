/** A term of the query that a passage holds. */
export interface TermMatch {
  /** Index into the query's terms. */
  readonly term: number;
  /** How often the passage holds it; 1 where only its presence is known. */
  readonly count: number;
}

/**
 * A passage as the index returns it: one that holds some of the query's terms, or stands near one that does. Such a
 * neighbour gets its score from those around it, and may hold the answer.
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
  /** Tokens of its text; packing adds those of its line and its session. */
  readonly tokens: number;
  /** Tokens of the whole message that it is of. */
  readonly messageTokens: number;
  /** Number of terms in it. */
  readonly length: number;
  /** Empty: the passage is only a neighbour. */
  readonly matches: readonly TermMatch[];
  /** Cosine with the question; absent without embeddings. */
  readonly similarity?: number;
}

/** The facts about all passages of a conversation that scores need. */
export interface CorpusFacts {
  readonly passages: number;
  /** Mean of the passages' `length`. */
  readonly averageLength: number;
  /** For each of the query's terms the number of passages that hold it. */
  readonly frequencies: readonly number[];
  /** How many times as long as a user's message an answer is: see `answerRatio`. */
  readonly answerRatio: number;
}

/** A passage with its score for the question; higher is better, comparable within one ranking only. */
export interface RankedPassage<Row extends PassageRow = PassageRow> {
  readonly row: Row;
  readonly score: number;
}
