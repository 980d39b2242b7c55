import { renderPassages, type QuotedPassage } from '../retrieval/render-passages.js';
import { scaleTokens } from '../text/counters.js';
import { BROKEN_OFF } from '../message/broken-off.js';
import { WHOLE, type SentKind } from './kind.js';
import type { QuotedPlace } from '../message/needs.js';

export interface PlannedPassages {
  from: 'passages';
  text: string;
  passages: readonly QuotedPlace[];
  found: readonly QuotedPassage[];
  by?: 'said' | 'many' | undefined;
}

export interface SentPassages {
  from: 'passages';
  passages: readonly QuotedPlace[];
  tokens: number;
  by?: 'said' | 'many' | undefined;
  mark?: string | undefined;
}

export interface PassagesPlace {
  from: 'passage';
  seq: number;
  isPart: boolean;
  by?: 'said' | 'many' | undefined;
}

const RULES = {
  said: ' for a question about an earlier answer',
  many: ' for a question about several messages',
} as const;

export const passages: SentKind<PlannedPassages, SentPassages, PassagesPlace> = {
  position: 'lead-in',
  remember: ({ from, passages, found, by }, { tokens, memory }) => ({
    from,
    passages,
    tokens,
    by,
    mark: found.some(({ isBrokenOff }) => isBrokenOff === true) ? memory.share(BROKEN_OFF) : undefined,
  }),
  need: ({ passages, mark }) => ({ quotes: passages, shared: mark === undefined ? [] : [mark] }),
  render({ mark }, { sources }) {
    if (!sources.passages) throw new Error('The passages of the manifest were not loaded');
    const content = renderPassages(sources.passages, {
      mark: mark === undefined ? undefined : sources.text(mark),
    });
    return [{ role: 'system', content }];
  },
  place: 'passage',
  name: ({ seq, isPart, by }) => `${isPart ? 'part of ' : ''}message ${seq}, found${by ? RULES[by] : ''}`,
  explain: (item, { rows, tokenFactor }) =>
    item.passages.flatMap((passage) => {
      const [seq, start] = typeof passage === 'number' ? [passage] : passage;
      const row = rows.thread.find((one) => one.seq === seq);
      if (!row) return [];
      const part = rows.passages.find((one) => one.seq === seq && one.start === start);
      const place = { from: 'passage', seq, isPart: start !== undefined, by: item.by } as const;
      // Only whole messages have stored counts, so a part of one gets its share.
      const tokens = Math.ceil(scaleTokens(row.tokens, tokenFactor) * (part?.share ?? 1));
      return [{ place, role: row.role, tokens, form: WHOLE, text: part?.text ?? row.text }];
    }),
  fill: ({ tokens }) => ({ found: tokens }),
};
