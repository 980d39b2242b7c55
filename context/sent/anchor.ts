import { nameAbove, plural } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface Hanging {
  from: 'anchor';
  depth: number;
  seq: number;
}

export interface Given extends Hanging {
  text: string;
}

export interface Item extends Given {
  tokens: number;
}

const text = textKind({ from: 'anchor', position: 'system', segment: 'summary' });

export const anchor: SentKind<Given, Item, Hanging> = {
  position: text.position,
  remember: ({ depth, seq, ...given }, facts) => ({ ...text.remember(given, facts), depth, seq }),
  need: (item) => text.need(item),
  render: (item, facts) => text.render(item, facts),
  place: 'anchor',
  name: ({ depth, seq }) => `${plural('message', seq, seq)} of ${nameAbove(depth)}, anchor`,
  explain({ from, depth, seq, ...item }, facts) {
    const place: Hanging = { from, depth, seq };
    return text.explain({ from, ...item }, facts).map((explained) => ({ ...explained, place }));
  },
  fill: (item, facts) => text.fill(item, facts),
};
