import { nameAbove } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface Found {
  from: 'found-above';
  places: readonly (readonly [depth: number, seq: number])[];
}

export interface Given extends Found {
  text: string;
}

export interface Item extends Given {
  tokens: number;
}

const text = textKind({ from: 'found-above', position: 'lead-in', segment: 'found' });

export const foundAbove: SentKind<Given, Item, Found> = {
  position: text.position,
  remember: ({ places, ...given }, facts) => ({ ...text.remember(given, facts), places }),
  need: (item) => text.need(item),
  render: (item, facts) => text.render(item, facts),
  place: 'found-above',
  name: ({ places }) =>
    `${[...new Set(places.map(([depth]) => depth))].map((depth) => nameFound(places, depth)).join(' and ')}, found`,
  explain({ from, places, ...item }, facts) {
    return text.explain({ from, ...item }, facts).map((one) => ({ ...one, place: { from, places } }));
  },
  fill: (item, facts) => text.fill(item, facts),
};

function nameFound(places: Found['places'], depth: number): string {
  const seqs = places.filter(([one]) => one === depth).map(([, seq]) => seq);
  return `message${seqs.length === 1 ? '' : 's'} ${seqs.join(', ')} of ${nameAbove(depth)}`;
}
