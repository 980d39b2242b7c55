import type { Database } from '../database.js';

/** A message of a thread, as the history lists it. */
export interface HistoryMessage {
  seq: number;
  role: 'user' | 'assistant';
  text: string;
  tokenCount: number;
  turnId: string;
  executionId: string | null;
  createdAt: Date;
}

/**
 * Lists messages of the active thread before a place, newest first. Returns one more than `limit` when there are
 * more.
 */
export async function readHistory(
  db: Database,
  input: { conversationId: string; before: number | undefined; limit: number },
): Promise<HistoryMessage[]> {
  const rows = await db
    .selectFrom('thread_message as message')
    .innerJoin('turn', (join) =>
      join
        .onRef('turn.conversation_id', '=', 'message.conversation_id')
        .onRef('turn.position', '=', 'message.position'),
    )
    .leftJoin('execution', 'execution.id', 'message.execution_id')
    .select([
      'message.seq',
      'message.role',
      'message.content as text',
      'message.token_count as tokenCount',
      'turn.turn_id as turnId',
      'execution.workflow_id as executionId',
      'message.created_at as createdAt',
    ])
    .where('message.conversation_id', '=', (eb) =>
      eb
        .selectFrom('conversation')
        .select('id')
        .where('workflow_id', '=', input.conversationId)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('message.seq', 'is not', null)
    .$if(input.before !== undefined, (query) => query.where('message.seq', '<', input.before ?? 0))
    .orderBy('message.seq', 'desc')
    .limit(input.limit)
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0 }));
}
