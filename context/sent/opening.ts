import { textKind } from './text-kind.js';

export const opening = textKind({
  from: 'opening',
  position: 'opening',
  segment: 'notes',
  name: 'system prompt again',
});
