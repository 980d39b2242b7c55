import { placedTextKind } from './text-kind.js';

/** Arrived while the agent worked. */
export const joined = placedTextKind({
  from: 'joined',
  segment: 'current message',
  name: 'message, said while it worked',
});
