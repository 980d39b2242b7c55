import type { Database } from '../database.js';

/** What planning and rendering a call needs of its execution. */
export interface ExecutionFacts {
  id: number;
  conversationId: number | null;
  flowSlug: string;
  flowVersion: number;
  userId: string | null;
  /** The turn's own message in its thread; null: an execution outside a conversation. */
  currentSeq: number | null;
  /** Of its turn in the conversation; null: an execution outside one. */
  position: number | null;
  /** Messages up to here are not seen: the history was cleared. */
  clearedThrough: number | null;
  /** Messages up to here are stood for by the summary, or were cleared. */
  coversThrough: number | null;
  /** The thread's summary; null: there is none. */
  summaryOrdinal: number | null;
  /** Levels of threads above it. */
  threadDepth: number;
  /** Names of those who speak in the thread, where it was imported. */
  speakers: readonly string[] | null;
  /** Of the thread. */
  title: string | null;
  /** Text of an execution outside a conversation. */
  input: string | null;
  /** Values it was started with. */
  data: unknown;
  /** Levels of executions above it. */
  depth: number;
  /** The root of its tree; null: it is the root. */
  rootId: number | null;
  /** The trigger that fired; null: the flow's first that fits. */
  triggerId: string | null;
  /** The root of its tree, when that has a budget. */
  rootBudgetId: number | null;
}

/** The execution of a Workflow ID. Throws when it has no row: it was never begun. */
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
      'execution.data',
      'execution.depth',
      'execution.root_id as rootId',
      'execution.trigger_id as triggerId',
      'conversation.cleared_through as clearedThrough',
      'conversation.covers_through as coversThrough',
      'conversation.summary_ordinal as summaryOrdinal',
      'conversation.title',
      'conversation.depth as threadDepth',
      'conversation.speakers',
      'execution.budget_root_id as rootBudgetId',
    ])
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (row === undefined) throw new Error(`Execution '${workflowId}' has no row`);
  return { ...row, threadDepth: row.threadDepth ?? 0 };
}
