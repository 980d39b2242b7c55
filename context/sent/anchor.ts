import { textKind } from './text-kind.js';

/** The text that a sub-thread hangs on. */
export const anchor = textKind({
  from: 'anchor',
  position: 'system',
  segment: 'summary',
  name: 'what the thread hangs on',
});
