import { sql } from 'kysely';
import type { Attachment } from '../../context/attachments/attachment.js';
import type { CallerTools } from '../../protocol/caller-tools.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { Database } from '../database.js';
import { selectSteering } from '../conversation/joining-turns.js';
import { isRepeated } from '../calls/earlier-runs.js';
import { failedSummarizers } from '../summaries/failed-summarizers.js';

/** The facts about an execution that planning and rendering a call need. */
export interface ExecutionFacts {
  id: number;
  conversationId: number | null;
  flowSlug: string;
  flowVersion: number;
  userId: string | null;
  /** Place of the turn's own message in its thread; null for an execution outside a conversation. */
  currentSeq: number | null;
  /** The branch that its turn is in. */
  branch: number;
  /** Position of its turn in the conversation; null for an execution outside one. */
  position: number | null;
  /** Messages up to this place were cleared from the history and are not seen. */
  clearedThrough: number | null;
  /** Messages up to this place are covered by the summary or were cleared. */
  coversThrough: number | null;
  /** Ordinal of the thread's summary; null: there is none. */
  summaryOrdinal: number | null;
  /** Models that failed at the summaries that they were lately asked for with answers of its conversation. */
  failedSummarizers: readonly string[];
  /** The number of threads above its thread. */
  threadDepth: number;
  /** Names of the speakers in the thread, if it was imported. */
  speakers: readonly string[] | null;
  /** Channel of its conversation. */
  channel: string | null;
  /** Title of the thread, as a model or a person gave it; null: it has none but its first words. */
  title: string | null;
  /** Input text of an execution outside a conversation. */
  input: string | null;
  /** The files in that text; null: it has none. */
  attachments: Attachment[] | null;
  /** The values that it was started with. */
  data: unknown;
  /** The JSON Schema of the object that is wanted as its answer; null: a text is, or what its flow says. */
  outputSchema: JsonSchema | null;
  /** Instructions of the sender for this execution's agents. */
  instructions: string | null;
  /** The tools that came with the request that it answers; null: none did. */
  callerTools: CallerTools | null;
  /** It runs a draft of its flow. */
  isDraft: boolean;
  /** The number of executions above it. */
  depth: number;
  /** Row id of the root of its tree; null: it is the root. */
  rootId: number | null;
  /** Id of the trigger that fired; null: the flow's first trigger that fits. */
  triggerId: string | null;
  /** Row id of the root of its tree, if the tree has a budget. */
  rootBudgetId: number | null;
  /** Something was said to its agents that is to join what they work on, or has. */
  hasJoined: boolean;
  /** Its turn answers a message that an earlier turn tried to answer, or answered. */
  isRepeated: boolean;
  /** A message of its conversation is to join its turn, or has. */
  isSteered: boolean;
}

const IS_DRAFT = sql<boolean>`exists (select from flow_version where flow_slug = execution.flow_slug
  and version = execution.flow_version and is_draft)`;

/** Loads the execution with this Workflow ID. Throws when it has no row, because it was never begun. */
export async function loadExecution(db: Database, workflowId: string): Promise<ExecutionFacts> {
  const row = await db
    .selectFrom('execution')
    .leftJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select([
      'execution.id',
      'execution.conversation_id as conversationId',
      'execution.flow_slug as flowSlug',
      'execution.flow_version as flowVersion',
      'execution.user_id as userId',
      'execution.current_seq as currentSeq',
      'execution.position',
      'execution.input',
      'execution.attachments',
      'execution.data',
      'execution.output_schema as outputSchema',
      'execution.instructions',
      'execution.depth',
      'execution.root_id as rootId',
      'execution.trigger_id as triggerId',
      'execution.branch',
      'conversation.cleared_through as clearedThrough',
      'conversation.covers_through as coversThrough',
      'conversation.summary_ordinal as summaryOrdinal',
      'conversation.channel',
      'conversation.caller_tools as callerTools',
      'conversation.depth as threadDepth',
      'conversation.speakers',
      'execution.budget_root_id as rootBudgetId',
    ])
    .select(
      sql<string | null>`case when conversation.title_origin <> 'words' then conversation.title end`.as(
        'title',
      ),
    )
    .select(IS_DRAFT.as('isDraft'))
    .select(failedSummarizers({ conversationId: sql.ref('conversation.id') }).as('failedSummarizers'))
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('agent_step')
          .select('ordinal')
          .whereRef('execution_id', '=', 'execution.id')
          .where('joins', '=', true),
      ).as('hasJoined'),
      exists(selectSteering()).as('isSteered'),
    ])
    .select(isRepeated.as('isRepeated'))
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (row === undefined) throw new Error(`Execution '${workflowId}' has no row`);
  return {
    ...row,
    threadDepth: row.threadDepth ?? 0,
    hasJoined: Boolean(row.hasJoined),
    isSteered: Boolean(row.isSteered),
  };
}
