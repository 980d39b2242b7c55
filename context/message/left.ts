export interface LeftRange {
  from: 'conversation' | 'ancestor' | 'trace' | 'input';
  depth?: number;
  first: number;
  last: number;
  count: number;
  tokens: number;
  rule: LeftRule;
}

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
  'images',
  'no-images',
  'dropped',
  'refused',
  'retried',
] as const;
export type LeftRule = (typeof LEFT_RULES)[number];
