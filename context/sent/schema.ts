import { textKind } from './text-kind.js';

/** The system's words for the object that the answer is to be. */
export const schema = textKind({
  from: 'schema',
  position: 'system',
  segment: 'system',
  name: 'output schema',
});
