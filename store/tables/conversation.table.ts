import type { Generated } from 'kysely';
import type { TurnStatus } from '../../flow/execution/status.js';
import type { TurnKind } from '../../protocol/status.js';

export interface ConversationTable {
  id: Generated<number>;
  workflow_id: string;
  flow_slug: string;
  user_id: string;
  channel: string;
  /** The execution of the turn that runs now; a second one waits. */
  active_execution_id: number | null;
  last_position: Generated<number>;
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  /** Messages up to here are stood for by the summary, or were cleared. Only moves on. */
  covers_through: Generated<number>;
  /** The summary that stands; null: none does. */
  summary_ordinal: number | null;
  title: string | null;
  /** Id of a sub-thread; null: a conversation itself, which hangs on nothing. */
  thread_id: string | null;
  /** The conversation that a sub-thread hangs on; its row may be gone. Always a smaller id. */
  parent_id: number | null;
  /** Levels above it. */
  depth: Generated<number>;
  /** The message of the parent that it hangs on. */
  anchor_seq: number | null;
  /** The part of that message, in UTF-16 units; null: all of it. */
  anchor_start: number | null;
  anchor_end: number | null;
  last_session: Generated<number>;
  last_message_at: Date | null;
  /** Names of those who speak in it, where it was imported. */
  speakers: string[] | null;
  closed_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface TurnTable {
  conversation_id: number;
  position: number;
  turn_id: string;
  kind: TurnKind;
  status: TurnStatus;
  error_type: string | null;
  error_message: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ConversationMessageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  /** Place in the thread; null while the turn waits in the queue. */
  seq: number | null;
  /** Null: the text is that of the execution's trace message at `answer_step`. Read `thread_message`. */
  content: string | null;
  answer_step: number | null;
  token_count: number;
  /** Tokens of the thread up to and with this message, so that a range's tokens are one subtraction. */
  running_tokens: number | null;
  execution_id: number | null;
  /** A run of messages without a pause of six hours; null while the turn waits in the queue. */
  session: number | null;
  /** Of a speaker, where a chat with several was imported. */
  name: string | null;
  created_at: Generated<Date>;
}

/** A view: the messages of threads with their texts, wherever these are stored. */
export type ThreadMessageView = Omit<ConversationMessageTable, 'content' | 'answer_step'> & {
  content: string;
};

export interface StoredTextTable {
  id: Generated<string>;
  workflow_id: string;
  content: string;
  created_at: Generated<Date>;
}
