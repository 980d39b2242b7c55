import { WHOLE, type SentKind } from './kind.js';

/** A request for a summary: the summary it continues, and the messages it is to cover. */
interface Ask {
  /** The summary that it goes on from; of none the ordinal is null. */
  base: { ordinal: number | null; coversThrough: number };
  /** The new one covers the messages up to here: all that the base does not cover are sent whole. */
  coversThrough: number;
  /** Tokens it may have. */
  budget: number;
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
  remember: ({ from, text, base, coversThrough, budget }, { tokens, memory }) => ({
    from,
    text: memory.share(text),
    base,
    coversThrough,
    budget,
    tokens,
  }),
  need: ({ text }) => ({ shared: [text] }),
  render: ({ text }, { sources }) => [{ role: 'system', content: sources.text(text) }],
  place: 'directive',
  name: () => 'request for a summary',
  explain: ({ text, tokens = 0 }, { rows }) => [
    { place: { from: 'directive' }, role: 'system', tokens, form: WHOLE, text: rows.texts.get(text) ?? '' },
  ],
  // A system message, counted with the system prompt.
  fill: () => ({}),
};
