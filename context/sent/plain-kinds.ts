import { placedTextKind, textKind } from './text-kind.js';

export const opening = textKind({
  from: 'opening',
  position: 'opening',
  segment: 'notes',
  name: 'system prompt again',
});

export const schema = textKind({
  from: 'schema',
  position: 'system',
  segment: 'system',
  name: 'output schema',
});

export const aside = placedTextKind({ from: 'aside', segment: 'notes' });

export const joined = placedTextKind({
  from: 'joined',
  segment: 'current message',
  name: 'message sent during the turn',
});
