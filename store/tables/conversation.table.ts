import type { ColumnType, Generated } from 'kysely';
import type { Attachment } from '../../context/attachments/attachment.js';
import type { TurnStatus } from '../../flow/execution/status.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { TurnKind } from '../../protocol/status.js';
import type { QueueJump } from '../../protocol/while-running.js';
import type { Omission } from '../../context/omission.js';

export interface ConversationTable {
  id: Generated<number>;
  workflow_id: string;
  flow_slug: string;
  user_id: string;
  channel: string;
  /** The execution of the running turn. A second execution waits until this is free. */
  active_execution_id: number | null;
  /** The branch that it is in: the columns of places and tokens, and of what is covered and cleared, are of that. */
  branch: Generated<number>;
  last_position: Generated<number>;
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  /** Messages up to this place are covered by the summary or were cleared. The value only grows. */
  covers_through: Generated<number>;
  /** Ordinal of the current summary; null: there is none. */
  summary_ordinal: number | null;
  /** Its first words until somebody gives another; null: it has no message yet. */
  title: string | null;
  /** Who gave the title: the conversation's first words, a model or a person. */
  title_origin: 'words' | 'model' | 'user' | null;
  /** Id of a sub-thread; null: the row is a conversation, which hangs on nothing. */
  thread_id: string | null;
  /** The conversation that a sub-thread hangs on. Its id is always smaller, and its row may have been deleted. */
  parent_id: number | null;
  /** The number of threads above it. */
  depth: Generated<number>;
  /** The parent's message that it hangs on. */
  anchor_seq: number | null;
  /** The branch that has this message. */
  anchor_branch: Generated<number>;
  /**
   * Where the part of that message begins that it hangs on, in UTF-16 units; null: it hangs on the whole
   * message.
   */
  anchor_start: number | null;
  anchor_end: number | null;
  /** The conversation whose past it begins with, which stays as long as it does; null: it is no fork. */
  forked_from: number | null;
  /** The last turn of that past. */
  fork_turn: string | null;
  /** The tools and past that came with its one request; null: it is for more requests, or none came. */
  caller_tools: ColumnType<CallerTools | null, string | null | undefined, string | null>;
  /** Users' messages up to this position were looked through for standing requests. */
  standing_through: Generated<number>;
  last_session: Generated<number>;
  last_message_at: Date | null;
  /** Names of the speakers, if the thread was imported. */
  speakers: string[] | null;
  closed_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/**
 * A part of the turn at `of_position`: `step` is an instruction that was pushed to its agent, `question` what one of its
 * nodes asked a person, `answer` a person's answer to a question.
 */
type PartKind = 'step' | 'question' | 'answer';

export interface TurnTable {
  conversation_id: number;
  position: number;
  turn_id: string;
  /** Whose turn it is, where it counts among those that the user may have at once. */
  user_id: string | null;
  kind: TurnKind | PartKind;
  /** Position of the turn in whose place it begins a branch; null: it goes on with the branch that it finds. */
  branch_of: number | null;
  /** The branch that a switch goes to. */
  to_branch: number | null;
  /** The branch that a clear was carried out in, and the last message that it cleared. */
  cleared_branch: number | null;
  cleared_through: number | null;
  status: TurnStatus;
  error_type: string | null;
  error_message: string | null;
  /** Its way past the queue; null: it waits there. */
  while_running: QueueJump | null;
  /** Position of the turn that it is a part of, or is to join while `joined_step` is null; null: it is one itself. */
  of_position: number | null;
  /**
   * The model call of that turn that it was first sent in. Of a question and an answer the newest call before it; 0: there
   * was none. From then on its own status is `completed`, and says nothing:
   * it ends as that turn does.
   */
  joined_step: number | null;
  /** Position of the turn whose message it says again; null: its message is its own. */
  retry_of: number | null;
  /** The values that came with its message; null: none. */
  data: ColumnType<MessageData | null, string | null, string | null>;
  /** The JSON Schema of the object that is wanted as its answer; null: none is asked for. */
  output_schema: ColumnType<JsonSchema | null, string | null, string | null>;
  /** Instructions of its sender for this turn alone. */
  instructions: Generated<string | null>;
  /** See `turnHashes`. Null for a fork's, an import's or an older turn, which is never compared. */
  content_hashes: Generated<string | null>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ConversationMessageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  /** The branch that it was said in. Branches that begin after it see it, too. */
  branch: Generated<number>;
  /** Place in the thread, counted in its branch with all that this sees; null while the turn waits in the queue. */
  seq: number | null;
  /**
   * Null: the text is that of the execution's trace message at `answer_step`. Read the view `thread_message`
   * instead.
   */
  content: string | null;
  answer_step: number | null;
  token_count: number;
  /** Tokens of the thread up to and including this message. So a range's tokens are one subtraction. */
  running_tokens: number | null;
  execution_id: number | null;
  /**
   * Number of the session: messages without a pause of more than six hours. Null while the turn waits in the
   * queue.
   */
  session: number | null;
  /** The speaker's name, in an imported chat with several speakers. */
  name: string | null;
  /** Why later contexts leave it out; null: they do not. */
  omitted: Omission | null;
  /** The note for later calls about the tool calls of its turn; null if the turn was answered or called no tool. */
  broken_calls: Generated<string | null>;
  created_at: Generated<Date>;
}

/** A view of the messages of threads, with each text read from where it is stored. */
export type ThreadMessageView = Omit<ConversationMessageTable, 'content' | 'answer_step' | 'broken_calls'> & {
  content: string;
  /** The files that are attached to it, in order; null: none. */
  attachments: Attachment[] | null;
};

/** An idempotency key of the gateway, with a hash of the request that used it first. */
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
