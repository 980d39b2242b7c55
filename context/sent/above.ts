import { nameAbove, plural } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface AbovePlace {
  from: 'above';
  depth: number;
  first: number;
  last: number;
}

export interface PlannedAbove extends AbovePlace {
  text: string;
}

export interface SentAbove extends PlannedAbove {
  tokens: number;
}

const text = textKind({ from: 'above', position: 'system', segment: 'summary' });

export const above: SentKind<PlannedAbove, SentAbove, AbovePlace> = {
  position: text.position,
  remember: ({ depth, first, last, ...given }, facts) => ({
    ...text.remember(given, facts),
    depth,
    first,
    last,
  }),
  need: (item) => text.need(item),
  render: (item, facts) => text.render(item, facts),
  place: 'above',
  name: ({ depth, first, last }) => `${plural('message', first, last)} of ${nameAbove(depth)}`,
  explain({ from, depth, first, last, ...item }, facts) {
    const place: AbovePlace = { from, depth, first, last };
    return text.explain({ from, ...item }, facts).map((explained) => ({ ...explained, place }));
  },
  fill: (item, facts) => text.fill(item, facts),
};
