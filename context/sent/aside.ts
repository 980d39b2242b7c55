import { placedTextKind } from './text-kind.js';

/** A user's message of ours in its place among the others: an instruction of a queue, or what follows answers. */
export const aside = placedTextKind({ from: 'aside', segment: 'notes' });
