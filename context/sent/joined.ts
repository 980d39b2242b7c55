import { placedTextKind } from './text-kind.js';

/** A user's message that was said to the agent while it worked, in its place among the agent's own steps. */
export const joined = placedTextKind({
  from: 'joined',
  segment: 'current message',
  name: 'message, said while it worked',
});
