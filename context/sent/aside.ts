import { placedTextKind } from './text-kind.js';

export const aside = placedTextKind({ from: 'aside', segment: 'notes' });
