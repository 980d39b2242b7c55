import { placedTextKind } from './text-kind.js';

export const joined = placedTextKind({
  from: 'joined',
  segment: 'current message',
  name: 'message sent during the turn',
});
