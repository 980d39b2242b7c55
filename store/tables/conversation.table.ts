import type { ColumnType, Generated } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import type { TurnStatus } from '../../flow/execution/status.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { TurnKind } from '../../protocol/status.js';
import type { QueueJump } from '../../protocol/while-running.js';
import type { Omission } from '../../context/message/omission.js';

export interface ConversationTable {
  id: Generated<number>;
  workflow_id: string;
  flow_slug: string;
  user_id: string;
  channel: string;
  /** A second execution waits until this is free. */
  active_execution_id: number | null;
  /** The current branch. The columns for places, tokens, coverage and clears describe it. */
  branch: Generated<number>;
  last_position: Generated<number>;
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  /** Messages up to here are summarized or cleared. Only grows. */
  covers_through: Generated<number>;
  summary_ordinal: number | null;
  /** The first words until a title is set. Null without messages. */
  title: string | null;
  title_origin: 'words' | 'model' | 'user' | null;
  /** Null unless the row is a sub-thread. */
  thread_id: string | null;
  /** The parent's id is always smaller. Its row may have been deleted. */
  parent_id: number | null;
  depth: Generated<number>;
  anchor_seq: number | null;
  anchor_branch: Generated<number>;
  /** UTF-16 units. Null if the anchor is a whole message. */
  anchor_start: number | null;
  anchor_end: number | null;
  /** The source of a fork, which outlives the fork. */
  forked_from: number | null;
  fork_turn: string | null;
  /** Tools and past of a one-request conversation. */
  caller_tools: ColumnType<CallerTools | null, string | null | undefined, string | null>;
  /** Scanned for standing requests up to here. */
  standing_through: Generated<number>;
  last_session: Generated<number>;
  last_message_at: Date | null;
  speakers: string[] | null;
  closed_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Part of the turn at `of_position`: a step pushed to its agent, a question to a person, or the answer. */
type PartKind = 'step' | 'question' | 'answer';

export interface TurnTable {
  conversation_id: number;
  position: number;
  turn_id: string;
  /** Set if the turn counts toward the user's limit. */
  user_id: string | null;
  kind: TurnKind | PartKind;
  /** The turn that this one replaces with a new branch. */
  branch_of: number | null;
  to_branch: number | null;
  /** Where a clear ran, and the last message it cleared. */
  cleared_branch: number | null;
  cleared_through: number | null;
  status: TurnStatus;
  error_type: string | null;
  error_message: string | null;
  /** Null for a turn that waits in the queue. */
  while_running: QueueJump | null;
  /** The turn that this one is part of, or will join while `joined_step` is null. */
  of_position: number | null;
  /**
   * The model call that first sent it; for questions and answers, the newest call before, or 0. Once set, the
   * status is `completed` and meaningless: the turn at `of_position` decides.
   */
  joined_step: number | null;
  /** The turn whose message this one repeats. */
  retry_of: number | null;
  data: ColumnType<MessageData | null, string | null, string | null>;
  output_schema: ColumnType<JsonSchema | null, string | null, string | null>;
  instructions: Generated<string | null>;
  /** See `turnHashes`. Null if the turn is never compared: from a fork, an import or before this column. */
  content_hashes: Generated<string | null>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ConversationMessageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  branch: Generated<number>;
  /** Counts all messages that the branch sees. Null while queued. */
  seq: number | null;
  /** Null if the text is the trace message at `answer_step`. Read the view `thread_message` instead. */
  content: string | null;
  answer_step: number | null;
  token_count: number;
  /** Tokens of the thread through this message, so a range takes one subtraction. */
  running_tokens: number | null;
  execution_id: number | null;
  /** Messages without a pause over six hours. Null while queued. */
  session: number | null;
  name: string | null;
  omitted: Omission | null;
  /** Set if the turn was not answered: tells later calls about its tool calls. */
  broken_calls: Generated<string | null>;
  created_at: Generated<Date>;
}

/** Reads each text from where it is stored. */
export type ThreadMessageView = Omit<ConversationMessageTable, 'content' | 'answer_step' | 'broken_calls'> & {
  content: string;
  attachments: Attachment[] | null;
};

/** A gateway idempotency key with the hash of its first request. */
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
