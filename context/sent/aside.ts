import { placedTextKind } from './text-kind.js';

/** A queue's instruction, or the note after answers. */
export const aside = placedTextKind({ from: 'aside', segment: 'notes' });
