import { nameAbove, plural } from './name-range.js';
import { locatedTextKind } from './text-kind.js';

export interface AncestorPlace {
  from: 'ancestor';
  depth: number;
  ordinal: number;
  coversThrough: number;
}

export const ancestor = locatedTextKind<AncestorPlace>({
  from: 'ancestor',
  position: 'system',
  segment: 'summary',
  locate: ({ from, depth, ordinal, coversThrough }) => ({ from, depth, ordinal, coversThrough }),
  name: ({ depth, ordinal, coversThrough }) =>
    `summary ${ordinal} of ${plural('message', 1, coversThrough)} of ${nameAbove(depth)}`,
});
