import type { ColumnType, Generated } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import type { TurnStatus } from '../../flow/execution/execution-status.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { Rating } from '../../protocol/rating.js';
import type { QueueJump } from '../../protocol/while-running.js';
import type { Omission } from '../../context/message/omission.js';

export interface ConversationTable {
  id: Generated<number>;
  workflow_id: string;
  flow_slug: string;
  user_id: string;
  channel: string;
  /** If null, all workers watch the conversation. */
  task_queue: string | null;
  /** Another execution waits until this is null. */
  active_execution_id: number | null;
  /** The current branch, which the columns for place, tokens, coverage and clearing describe. */
  branch: Generated<number>;
  last_position: Generated<number>;
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  /** Messages up to here are summarized or cleared. Never decreases. */
  covers_through: Generated<number>;
  summary_ordinal: number | null;
  /** The first words of the chat, until a title is set. */
  title: string | null;
  title_origin: 'words' | 'model' | 'user' | null;
  thread_id: string | null;
  /** Smaller than the row's own id, which rules out cycles. The parent's row may be deleted. */
  parent_id: number | null;
  depth: Generated<number>;
  anchor_seq: number | null;
  anchor_branch: Generated<number>;
  anchor_start: number | null;
  anchor_end: number | null;
  /** The source's row may be deleted. */
  forked_from: number | null;
  fork_turn: string | null;
  caller_tools: ColumnType<CallerTools | null, string | null | undefined, string | null>;
  last_session: Generated<number>;
  last_message_at: Date | null;
  speakers: string[] | null;
  closed_at: Date | null;
  pinned_at: Generated<Date | null>;
  archived_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

type PartKind = 'step' | 'question' | 'answer';

export interface TurnTable {
  conversation_id: number;
  position: number;
  turn_id: string;
  user_id: string | null;
  kind: TurnKind | PartKind;
  branch_of: number | null;
  to_branch: number | null;
  cleared_branch: number | null;
  cleared_through: number | null;
  status: TurnStatus;
  error_type: string | null;
  error_message: string | null;
  while_running: QueueJump | null;
  of_position: number | null;
  /**
   * The call that first sent the message. For questions and answers, the newest call before, or 0. Once set,
   * the turn at `of_position` has the status.
   */
  joined_step: number | null;
  retry_of: number | null;
  data: ColumnType<MessageData | null, string | null, string | null>;
  output_schema: ColumnType<JsonSchema | null, string | null, string | null>;
  instructions: Generated<string | null>;
  content_hashes: Generated<string | null>;
  change_ids: Generated<string[] | null>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ConversationMessageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  branch: Generated<number>;
  /** The message's number in its branch. Null while it is queued. */
  seq: number | null;
  /** If null, the trace has the text: read `thread_message`. */
  content: string | null;
  answer_step: number | null;
  token_count: number;
  /** The sum of tokens up to this message, so that counting a range needs one subtraction. */
  running_tokens: number | null;
  execution_id: number | null;
  /** Null while the message is queued. */
  session: number | null;
  name: string | null;
  omitted: Omission | null;
  broken_calls: Generated<string | null>;
  rating: Generated<Rating | null>;
  created_at: Generated<Date>;
}

export type ThreadMessageView = Omit<ConversationMessageTable, 'content' | 'answer_step' | 'broken_calls'> & {
  content: string;
  attachments: Attachment[] | null;
};

export interface RequestKeyTable {
  user_id: string;
  key: string;
  request_hash: string;
  created_at: Generated<Date>;
}

export interface StoredTextTable {
  id: Generated<string>;
  workflow_id: string;
  content: string;
  created_at: Generated<Date>;
}
