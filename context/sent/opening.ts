import { textKind } from './text-kind.js';

/** The system prompt again, as the first user message. */
export const opening = textKind({
  from: 'opening',
  position: 'opening',
  segment: 'notes',
  name: 'system prompt again',
});
