import { nameAbove, plural } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface Quoted {
  from: 'above';
  depth: number;
  first: number;
  last: number;
}

export interface Given extends Quoted {
  text: string;
}

export interface Item extends Given {
  tokens: number;
}

const text = textKind({ from: 'above', position: 'system', segment: 'summary' });

export const above: SentKind<Given, Item, Quoted> = {
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
    const place: Quoted = { from, depth, first, last };
    return text.explain({ from, ...item }, facts).map((explained) => ({ ...explained, place }));
  },
  fill: (item, facts) => text.fill(item, facts),
};
