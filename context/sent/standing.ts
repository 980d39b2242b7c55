import { nameAbove } from './name-range.js';
import { scaleTokens } from '../text/counters.js';
import { renderStanding, type ShownRequest } from '../standing/render-standing.js';
import { WHOLE, type SentKind } from './kind.js';
import type { StandingReference } from '../message/needs.js';

export interface PlannedStanding {
  from: 'standing';
  text: string;
  requests: readonly StandingReference[];
  rendered: readonly ShownRequest[];
}

export interface SentStanding {
  from: 'standing';
  requests: readonly StandingReference[];
  tokens: number;
}

export interface StandingPlace {
  from: 'standing';
  seq: number;
  depth?: number;
}

export const standing: SentKind<PlannedStanding, SentStanding, StandingPlace> = {
  position: 'system',
  remember: ({ from, requests }, { tokens }) => ({ from, requests, tokens }),
  need: ({ requests }) => ({ standing: requests }),
  render(_item, { sources }) {
    if (!sources.standing) throw new Error('The standing requests that a manifest refers to are missing');
    return [{ role: 'system', content: renderStanding(sources.standing) }];
  },
  place: 'standing',
  name: ({ seq, depth }) =>
    `standing request of message ${seq}${depth === undefined ? '' : ` of ${nameAbove(depth)}`}`,
  explain: (item, { rows, tokenFactor }) =>
    item.requests.flatMap((request) => {
      const [seq, ordinal, tokens, depth] = request;
      const row = rows.standing?.find(
        (one) => one.seq === seq && one.ordinal === ordinal && one.depth === depth,
      );
      if (!row) return [];
      const place: StandingPlace =
        depth === undefined ? { from: 'standing', seq } : { from: 'standing', seq, depth };
      return [
        { place, role: 'system', tokens: scaleTokens(tokens, tokenFactor), form: WHOLE, text: row.text },
      ];
    }),
  fill: ({ tokens }) => ({ standing: tokens }),
};
