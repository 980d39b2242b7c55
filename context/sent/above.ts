import { nameAbove, plural } from './name-range.js';
import { locatedTextKind } from './text-kind.js';

export interface AbovePlace {
  from: 'above';
  depth: number;
  first: number;
  last: number;
}

export const above = locatedTextKind<AbovePlace>({
  from: 'above',
  position: 'system',
  segment: 'summary',
  locate: ({ from, depth, first, last }) => ({ from, depth, first, last }),
  name: ({ depth, first, last }) => `${plural('message', first, last)} of ${nameAbove(depth)}`,
});
