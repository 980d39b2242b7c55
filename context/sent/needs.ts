/** Places in a thread, or steps of an execution, both ends included. */
export interface PlaceRange {
  first: number;
  last: number;
}

/** A whole message of a thread by its place, or a part of a long one: its first character and the one after the last. */
export type QuotedPlace = number | readonly [seq: number, start: number, end: number];

/**
 * A standing request: the place of its message, its ordinal there, its plain tokens, and of a thread above the depth of that
 * thread.
 */
export type StandingReference = readonly [seq: number, ordinal: number, tokens: number, depth?: number];

/** The rows and texts that something sent refers to; absent: none of the kind. */
export interface Needs {
  thread?: PlaceRange;
  trace?: PlaceRange;
  /** Steps at which other nodes answered. */
  answers?: readonly number[];
  /** Quoted from the thread. */
  quotes?: readonly QuotedPlace[];
  /** Standing requests of the thread and of those above it. */
  standing?: readonly StandingReference[];
  /** The ordinal of a summary of the thread. */
  summary?: number;
  /** That summary's stored text is what is sent. */
  sendsSummary?: boolean;
  /** A compaction of the execution. */
  compaction?: boolean;
  /** Hashes of texts that are stored with the execution. */
  own?: readonly (string | undefined)[];
  /** Hashes of texts that are the same for all executions. */
  shared?: readonly string[];
}

/** The widest of some ranges; undefined: there is none. */
export function spanRanges(ranges: readonly (PlaceRange | undefined)[]): PlaceRange | undefined {
  const given = ranges.filter((range) => range !== undefined);
  if (given.length === 0) return undefined;
  return {
    first: Math.min(...given.map(({ first }) => first)),
    last: Math.max(...given.map(({ last }) => last)),
  };
}
