import type { TraceContent } from '../context/trace-content.js';
import type { Database } from './database.js';

/** What planning and rendering a call needs of its execution. */
export interface ExecutionFacts {
  id: number;
  conversationId: number | null;
  flowSlug: string;
  flowVersion: number;
  userId: string | null;
  currentSeq: number | null;
  currentTokens: number | null;
  /** Messages up to here are not seen: the history was cleared. */
  clearedThrough: number | null;
  input: string | null;
}

/** The execution of a Workflow ID. Throws when it has no row: it was never begun. */
export async function loadExecution(db: Database, workflowId: string): Promise<ExecutionFacts> {
  const row = await db
    .selectFrom('execution')
    .leftJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .leftJoin('conversation_message as current', (join) =>
      join
        .onRef('current.conversation_id', '=', 'execution.conversation_id')
        .onRef('current.seq', '=', 'execution.current_seq'),
    )
    .select([
      'execution.id',
      'execution.conversation_id as conversationId',
      'execution.flow_slug as flowSlug',
      'execution.flow_version as flowVersion',
      'execution.user_id as userId',
      'execution.current_seq as currentSeq',
      'execution.input',
      'current.token_count as currentTokens',
      'conversation.cleared_through as clearedThrough',
    ])
    .where('execution.workflow_id', '=', workflowId)
    .executeTakeFirst();
  if (row === undefined) throw new Error(`Execution '${workflowId}' has no row`);
  return row;
}

export interface ThreadMessage {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
}

/** Messages of a thread from one place to another, both included, oldest first. */
export async function loadThread(
  db: Database,
  range: { conversationId: number; first: number; last: number },
): Promise<ThreadMessage[]> {
  const rows = await db
    .selectFrom('conversation_message')
    .select(['seq', 'role', 'content'])
    .where('conversation_id', '=', range.conversationId)
    .where('seq', '>=', range.first)
    .where('seq', '<=', range.last)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0 }));
}

export interface TraceRow {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  content: TraceContent;
}

/** The steps of an execution up to and with one, oldest first; partial messages are left out. */
export async function loadTrace(
  db: Database,
  range: { executionId: number; throughStep: number },
): Promise<TraceRow[]> {
  return db
    .selectFrom('trace_message')
    .select(['step', 'ordinal', 'role', 'content'])
    .where('execution_id', '=', range.executionId)
    .where('step', '<=', range.throughStep)
    .where('is_partial', '=', false)
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
}

export interface WindowRow {
  seq: number;
  role: 'user' | 'assistant';
  tokens: number;
  /** Tokens of the thread up to and with it. */
  runningTokens: number;
}

/** The newest messages of a thread from before a place and after the last clear, newest first, at most `limit`. */
export async function loadWindow(
  db: Database,
  input: { conversationId: number; after: number; before: number; limit: number },
): Promise<WindowRow[]> {
  const rows = await db
    .selectFrom('conversation_message')
    .select(['seq', 'role', 'token_count', 'running_tokens'])
    .where('conversation_id', '=', input.conversationId)
    .where('seq', '>', input.after)
    .where('seq', '<', input.before)
    .orderBy('seq', 'desc')
    .limit(input.limit)
    .execute();
  return rows.map((row) => ({
    seq: row.seq ?? 0,
    role: row.role,
    tokens: row.token_count,
    runningTokens: row.running_tokens ?? 0,
  }));
}

/** A thread's running token count at a place; 0 before its first message. */
export async function runningTokensAt(db: Database, conversationId: number, seq: number): Promise<number> {
  if (seq === 0) return 0;
  const row = await db
    .selectFrom('conversation_message')
    .select('running_tokens')
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.running_tokens ?? 0;
}

/** Tokens of an execution's trace up to and with a step. */
export async function traceTokens(
  db: Database,
  range: { executionId: number; throughStep: number },
): Promise<number> {
  const row = await db
    .selectFrom('trace_message')
    .select((eb) => eb.fn.sum<number | null>('token_count').as('tokens'))
    .where('execution_id', '=', range.executionId)
    .where('step', '<=', range.throughStep)
    .executeTakeFirstOrThrow();
  return Number(row.tokens ?? 0);
}
