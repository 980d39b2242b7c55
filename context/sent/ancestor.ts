import { nameAbove, plural } from './name-range.js';
import type { SentKind } from './kind.js';
import { textKind } from './text-kind.js';

interface CoveredByAncestor {
  depth: number;
  ordinal: number;
  coversThrough: number;
}

export interface PlannedAncestor extends CoveredByAncestor {
  from: 'ancestor';
  text: string;
}

export interface SentAncestor extends PlannedAncestor {
  tokens: number;
}

export interface AncestorPlace extends CoveredByAncestor {
  from: 'ancestor';
}

const text = textKind({ from: 'ancestor', position: 'system', segment: 'summary' });

export const ancestor: SentKind<PlannedAncestor, SentAncestor, AncestorPlace> = {
  position: text.position,
  remember: ({ depth, ordinal, coversThrough, ...given }, facts) => ({
    ...text.remember(given, facts),
    depth,
    ordinal,
    coversThrough,
  }),
  need: (item) => text.need(item),
  render: (item, facts) => text.render(item, facts),
  place: 'ancestor',
  name: ({ depth, ordinal, coversThrough }) =>
    `summary ${ordinal} of ${plural('message', 1, coversThrough)} of ${nameAbove(depth)}`,
  explain({ depth, ordinal, coversThrough, ...item }, facts) {
    const place: AncestorPlace = { from: 'ancestor', depth, ordinal, coversThrough };
    return text.explain(item, facts).map((explained) => ({ ...explained, place }));
  },
  fill: (item, facts) => text.fill(item, facts),
};
