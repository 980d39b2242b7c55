import { nameAbove } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

export interface FoundAbovePlace {
  from: 'found-above';
  places: readonly (readonly [depth: number, seq: number])[];
}

export interface PlannedFoundAbove extends FoundAbovePlace {
  text: string;
}

export interface SentFoundAbove extends PlannedFoundAbove {
  tokens: number;
}

const text = textKind({ from: 'found-above', position: 'lead-in', segment: 'found' });

export const foundAbove: SentKind<PlannedFoundAbove, SentFoundAbove, FoundAbovePlace> = {
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

function nameFound(places: FoundAbovePlace['places'], depth: number): string {
  const seqs = places.filter(([one]) => one === depth).map(([, seq]) => seq);
  return `message${seqs.length === 1 ? '' : 's'} ${seqs.join(', ')} of ${nameAbove(depth)}`;
}
