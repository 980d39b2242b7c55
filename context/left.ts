/**
 * Neighbours left out, wholly or in part, by one rule: places in the thread or in one that it hangs below, or steps of
 * the execution.
 */
export interface LeftRange {
  from: 'conversation' | 'ancestor' | 'trace' | 'input';
  /** Of `ancestor`: the depth of the conversation or thread; 0 is the conversation itself. */
  depth?: number;
  first: number;
  last: number;
  /** Messages. */
  count: number;
  /** Tokens that were not sent. */
  tokens: number;
  rule: LeftRule;
}

/** Rules by which a message is not sent, or not whole. */
export const LEFT_RULES = [
  'window',
  'budget',
  'hygiene',
  'cut',
  'placeholder',
  'characters',
  'spilled',
  'evicted',
  'compacted',
  'cleared',
  'covered-by-summary',
  'isolated',
  'standing',
  'pictures',
  'no-pictures',
  'dropped',
  'refused',
  'retried',
] as const;
export type LeftRule = (typeof LEFT_RULES)[number];
