import { withKey, withoutKey } from '../summary/meta-sentinels.js';
import { WHOLE, type SentKind } from './kind.js';

interface SummaryRequest {
  base: { ordinal: number | null; coversThrough: number };
  coversThrough: number;
  budget: number;
  key: string;
}

export interface PlannedDirective extends SummaryRequest {
  from: 'directive';
  text: string;
}

export interface SentDirective extends SummaryRequest {
  from: 'directive';
  text: string;
  tokens: number;
}

/** Stored without its key, so that all executions share one copy. */
export const directive: SentKind<PlannedDirective, SentDirective, { from: 'directive' }> = {
  position: 'last',
  remember: ({ from, text, base, coversThrough, budget, key }, { tokens, memory }) => ({
    from,
    text: memory.share(withoutKey(text, key)),
    base,
    coversThrough,
    budget,
    key,
    tokens,
  }),
  need: ({ text }) => ({ shared: [text] }),
  render: ({ text, key }, { sources }) => [{ role: 'system', content: withKey(sources.text(text), key) }],
  place: 'directive',
  name: () => 'request for a summary',
  explain: ({ text: hash, key, tokens = 0 }, { rows }) => {
    const text = withKey(rows.texts.get(hash) ?? '', key);
    return [{ place: { from: 'directive' }, role: 'system', tokens, form: WHOLE, text }];
  },
  fill: () => ({}),
};
