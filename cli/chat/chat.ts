import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Part } from '../../client/uploads/send-parts.js';
import type { Executions } from '../../client/executions/executions.js';
import type { Output } from '../format/output.js';
import type { Shutdown } from '../program/shutdown.js';
import type { NoticeBoard } from './notice-board.js';

/** A chat with one conversation, and all that it works with. */
export interface Chat {
  conversation: ConversationHandle;
  executions: Executions;
  output: Output;
  shutdown: Shutdown;
  /** Turns that had no outcome before a worker was started for this chat. */
  unfinished: readonly string[];
  /** Ends the sentence that a message is still not taken: what to look at. */
  whenSlow: string;
  /** Brings lines about the servers, which may come at any time. */
  notices?: NoticeBoard;
  /** Files that go with the next message; it takes them. */
  files: Extract<Part, { type: 'file' }>[];
  /** Keeps the lines that were typed, for the up arrow. */
  historyFile: string;
}
