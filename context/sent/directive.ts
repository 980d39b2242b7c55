import { withKey, withoutKey } from '../summary/meta-sentinels.js';
import { WHOLE, type SentKind } from './kind.js';

/** A request for a summary: the summary it continues, and the messages it is to cover. */
interface Ask {
  /** The summary that it goes on from; of none the ordinal is null. */
  base: { ordinal: number | null; coversThrough: number };
  /** The new one covers the messages up to here: all that the base does not cover are sent whole. */
  coversThrough: number;
  /** Tokens it may have. */
  budget: number;
  /** The key that the block must have; absent: it was planned before there were keys. */
  key?: string | undefined;
}

export interface Given extends Ask {
  from: 'directive';
  text: string;
}

export interface Item extends Ask {
  from: 'directive';
  text: string;
  tokens: number;
}

/** The request to append a summary to the answer; the same text for all executions, by its hash. */
export const directive: SentKind<Given, Item, { from: 'directive' }> = {
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
  // A system message, counted with the system prompt.
  fill: () => ({}),
};
