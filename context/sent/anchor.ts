import { nameAbove, plural } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface AnchorPlace {
  from: 'anchor';
  depth: number;
  seq: number;
}

export interface PlannedAnchor extends AnchorPlace {
  text: string;
}

export interface SentAnchor extends PlannedAnchor {
  tokens: number;
}

const text = textKind({ from: 'anchor', position: 'system', segment: 'summary' });

export const anchor: SentKind<PlannedAnchor, SentAnchor, AnchorPlace> = {
  position: text.position,
  remember: ({ depth, seq, ...given }, facts) => ({ ...text.remember(given, facts), depth, seq }),
  need: (item) => text.need(item),
  render: (item, facts) => text.render(item, facts),
  place: 'anchor',
  name: ({ depth, seq }) => `${plural('message', seq, seq)} of ${nameAbove(depth)}, anchor`,
  explain({ from, depth, seq, ...item }, facts) {
    const place: AnchorPlace = { from, depth, seq };
    return text.explain({ from, ...item }, facts).map((explained) => ({ ...explained, place }));
  },
  fill: (item, facts) => text.fill(item, facts),
};
