import type { TraceContent } from '../context/trace-content.js';
import type { CallKey } from './model-calls.js';
import type { Database } from './database.js';
import { notifyExecution } from './notify.js';

/** One call of a tool: the `ordinal`-th, from 1, that a step asked for. */
export interface ToolCallKey extends CallKey {
  ordinal: number;
}

/** Notes that a tool is about to run; returns how often that was noted, this time included. */
export async function beginToolCall(db: Database, call: ToolCallKey & { name: string }): Promise<number> {
  const row = await db
    .insertInto('tool_call')
    .values({
      execution_id: call.executionId,
      step: call.step,
      ordinal: call.ordinal,
      name: call.name,
      attempt: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['execution_id', 'step', 'ordinal']).doUpdateSet((eb) => ({
        attempt: eb('tool_call.attempt', '+', 1),
      })),
    )
    .returning('attempt')
    .executeTakeFirstOrThrow();
  return row.attempt;
}

/** The stored result of a tool call; undefined: there is none yet. */
export async function findToolResult(db: Database, key: ToolCallKey): Promise<TraceContent | undefined> {
  const row = await db
    .selectFrom('trace_message')
    .select('content')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .where('ordinal', '=', key.ordinal)
    .executeTakeFirst();
  return row?.content;
}

/** Stores a tool's result, once: a second one for the same call is dropped. */
export async function storeToolResult(
  db: Database,
  call: ToolCallKey & { workflowId: string; nodeId: string; content: TraceContent; tokenCount: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('trace_message')
      .values({
        execution_id: call.executionId,
        step: call.step,
        ordinal: call.ordinal,
        node_id: call.nodeId,
        role: 'tool',
        content: JSON.stringify(call.content),
        token_count: call.tokenCount,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .updateTable('tool_call')
      .set({ finished_at: new Date() })
      .where('execution_id', '=', call.executionId)
      .where('step', '=', call.step)
      .where('ordinal', '=', call.ordinal)
      .where('finished_at', 'is', null)
      .execute();
    await notifyExecution(trx, call.workflowId);
  });
}
