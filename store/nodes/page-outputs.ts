import { sql } from 'kysely';
import { listToolCalls, type TraceContent } from '../../context/message/trace-content.js';
import type { AskedCall } from '../../protocol/call-place.js';
import type { Database } from '../database.js';

/** Returns `unasked` before a worker starts the call. */
export async function storePageOutput(
  db: Database,
  { workflowId, place, answer }: { workflowId: string; place: AskedCall; answer: string },
): Promise<{ nodeId: string; iteration: string } | 'unasked' | undefined> {
  const { step, ordinal } = place;
  const { rows } = await sql<{ nodeId: string; iteration: string }>`
    update approval asked set answer = coalesce(asked.answer, ${answer}) from execution
    where execution.workflow_id = ${workflowId} and asked.execution_id = execution.id
      and asked.step = ${step} and asked.ordinal = ${ordinal} and asked.wants_output and asked.status = 'open'
    returning asked.node_id as "nodeId", asked.iteration`.execute(db);
  return rows[0] ?? ((await isUnasked(db, { workflowId, place })) ? 'unasked' : undefined);
}

async function isUnasked(
  db: Database,
  { workflowId, place: { step, ordinal } }: { workflowId: string; place: AskedCall },
): Promise<boolean> {
  const { rows } = await sql<{ content: TraceContent }>`
    select asking.content from execution join trace_message asking on asking.execution_id = execution.id
    where execution.workflow_id = ${workflowId} and execution.finished_at is null
      and asking.step = ${step} and asking.ordinal = 0
      and not exists (select from approval
        where execution_id = execution.id and step = ${step} and ordinal = ${ordinal})
      and not exists (select from trace_message
        where execution_id = execution.id and step = ${step} and ordinal = ${ordinal})`.execute(db);
  return rows[0] !== undefined && ordinal <= listToolCalls(rows[0].content).length;
}
