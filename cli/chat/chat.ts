import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Part } from '../../client/uploads/send-parts.js';
import type { Executions } from '../../client/executions/executions.js';
import type { Output } from '../format/output.js';
import type { Shutdown } from '../program/shutdown.js';
import type { NoticeBoard } from './notice-board.js';

export interface Chat {
  conversation: ConversationHandle;
  executions: Executions;
  output: Output;
  shutdown: Shutdown;
  /** Those from before this chat's worker started. */
  unfinished: readonly string[];
  /** The cause to check, for the warning that a message is not stored yet. */
  whenSlow: string;
  notices?: NoticeBoard;
  files: Extract<Part, { type: 'file' }>[];
  historyFile: string;
}
