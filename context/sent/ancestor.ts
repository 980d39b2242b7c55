import { textKind } from './text-kind.js';

/** The summary of a thread above a sub-thread, root first. */
export const ancestor = textKind({
  from: 'ancestor',
  position: 'system',
  segment: 'summary',
  name: 'summary of a thread above',
});
