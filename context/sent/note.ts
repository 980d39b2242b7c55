import { textKind } from './text-kind.js';

export const note = textKind({ from: 'note', position: 'closing', segment: 'notes' });
