export interface PlaceRange {
  first: number;
  last: number;
}

export type QuotedPlace = number | readonly [seq: number, start: number, end: number];

export type StandingReference = readonly [seq: number, ordinal: number, tokens: number, depth?: number];

export interface Needs {
  thread?: PlaceRange;
  trace?: PlaceRange;
  answers?: readonly number[];
  quotes?: readonly QuotedPlace[];
  standing?: readonly StandingReference[];
  summary?: number;
  sendsSummary?: boolean;
  compaction?: boolean;
  own?: readonly (string | undefined)[];
  shared?: readonly string[];
}

export function spanRanges(ranges: readonly (PlaceRange | undefined)[]): PlaceRange | undefined {
  const given = ranges.filter((range) => range !== undefined);
  if (given.length === 0) return undefined;
  return {
    first: Math.min(...given.map(({ first }) => first)),
    last: Math.max(...given.map(({ last }) => last)),
  };
}
