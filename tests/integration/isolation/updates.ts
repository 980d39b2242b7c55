import type { ConversationUpdates } from '../../../protocol/messages.js';
import { ID } from './things-of-ada.js';

export const UPDATES: Record<keyof ConversationUpdates, readonly object[]> = {
  submitTurn: [
    { turnId: ID, text: 'mine' },
    { textRef: 'ada' },
    { retryOf: ID },
    { regenerateOf: ID },
    { editOf: ID, text: 'mine' },
  ],
  ask: [{ turnId: ID, text: 'mine' }, { textRef: 'ada' }],
  cancelTurn: [{ turnId: ID }],
  changeTurn: [{ turnId: ID, whileRunning: 'interrupt' }],
  dropTurn: [{ turnId: ID }],
  clear: [{}],
  switchBranch: [{ branch: 1, turnId: ID }],
  fork: [{ at: ID }, { at: ID, user: 'ada' }, { at: ID, channel: 'side' }],
  close: [{}],
};
