import { textKind } from './text-kind.js';

/** A user's message of ours that closes what is sent. */
export const note = textKind({ from: 'note', position: 'closing', segment: 'notes' });
