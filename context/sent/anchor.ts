import { nameAbove, plural } from './name-range.js';
import { locatedTextKind } from './text-kind.js';

export interface AnchorPlace {
  from: 'anchor';
  depth: number;
  seq: number;
}

export const anchor = locatedTextKind<AnchorPlace>({
  from: 'anchor',
  position: 'system',
  segment: 'summary',
  locate: ({ from, depth, seq }) => ({ from, depth, seq }),
  name: ({ depth, seq }) => `${plural('message', seq, seq)} of ${nameAbove(depth)}, anchor`,
});
