import { quoted } from '../text/quoted.js';
import { plural } from './name-range.js';
import { WHOLE, type SentKind } from './kind.js';

export interface PlannedSummary {
  from: 'summary';
  ordinal: number;
  coversThrough: number;
  heading: string;
  body: string;
  text: string;
  isCut: boolean;
}

export interface SentSummary {
  from: 'summary';
  ordinal: number;
  coversThrough: number;
  heading: string;
  text?: string;
  tokens: number;
}

export interface SummaryPlace {
  from: 'summary';
  ordinal: number;
  coversFrom: number;
  coversThrough: number;
}

export const summary: SentKind<PlannedSummary, SentSummary, SummaryPlace> = {
  position: 'system',
  remember: ({ from, ordinal, coversThrough, heading, body, isCut }, { tokens, memory }) => ({
    from,
    ordinal,
    coversThrough,
    heading: memory.share(heading),
    text: isCut ? memory.keep(body) : undefined,
    tokens,
  }),
  need: ({ ordinal, heading, text }) => ({
    summary: ordinal,
    sendsSummary: text === undefined,
    own: [text],
    shared: [heading],
  }),
  render({ heading, text }, { sources }) {
    const stored = text === undefined ? sources.summary : sources.text(text);
    if (stored === undefined) throw new Error('The summary that a manifest refers to is missing');
    return [{ role: 'system', content: sources.text(heading) + quoted(stored) }];
  },
  place: 'summary',
  name: ({ ordinal, coversFrom, coversThrough }) =>
    `summary ${ordinal} of ${plural('message', coversFrom, coversThrough)}`,
  explain({ ordinal, coversThrough, text: hash, tokens = 0 }, { rows }) {
    const known = rows.summaries.find((one) => one.ordinal === ordinal);
    const place = { from: 'summary', ordinal, coversFrom: known?.coversFrom ?? 1, coversThrough } as const;
    const text = hash === undefined ? known?.text : rows.texts.get(hash);
    return [{ place, role: 'system', tokens, form: WHOLE, text: text ?? '' }];
  },
  fill: ({ tokens }) => ({ summary: tokens }),
};
