import { nameAbove } from './name-range.js';
import { locatedTextKind } from './text-kind.js';

export interface FoundAbovePlace {
  from: 'found-above';
  places: readonly (readonly [depth: number, seq: number])[];
}

export type SentFoundAbove = ReturnType<(typeof foundAbove)['remember']>;

export const foundAbove = locatedTextKind<FoundAbovePlace>({
  from: 'found-above',
  position: 'lead-in',
  segment: 'found',
  locate: ({ from, places }) => ({ from, places }),
  name: ({ places }) =>
    `${[...new Set(places.map(([depth]) => depth))].map((depth) => nameFound(places, depth)).join(' and ')}, found`,
});

function nameFound(places: FoundAbovePlace['places'], depth: number): string {
  const seqs = places.filter(([one]) => one === depth).map(([, seq]) => seq);
  return `message${seqs.length === 1 ? '' : 's'} ${seqs.join(', ')} of ${nameAbove(depth)}`;
}
