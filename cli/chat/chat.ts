import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Approvals } from '../../client/approvals/approvals.js';
import type { Approval } from '../../views/approval.js';
import type { Part } from '../../client/uploads/send-parts.js';
import type { Executions } from '../../client/executions/executions.js';
import type { Output } from '../format/output.js';
import type { Shutdown } from '../program/shutdown.js';
import type { NoticeBoard } from './notice-board.js';

export interface Chat {
  conversation: ConversationHandle;
  executions: Executions;
  approvals: Approvals;
  output: Output;
  shutdown: Shutdown;
  unfinished: readonly string[];
  whenSlow: string;
  notices?: NoticeBoard;
  files: Extract<Part, { type: 'file' }>[];
  historyFile: string;
  /** The list that `/approve` showed. */
  listed?: readonly Approval[];
}
