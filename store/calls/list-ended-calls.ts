import { sql } from 'kysely';
import type { Database } from '../database.js';
import { isInSpan, isLookedAt, type HealthScope } from '../health/health-scope.js';

/** A call that was made and has ended, by what its id is made of. */
export interface EndedCall {
  /** Row id of its execution. */
  execution: number;
  /** Workflow ID of its execution. */
  executionId: string;
  nodeId: string;
  step: number;
}

/** A condition: the call answered somebody, and has ended. */
const HAS_ENDED = sql`call.purpose = 'answer' and call.status in ('completed', 'failed', 'cancelled')`;

/** Counts the calls of a span of time that were made and have ended. */
export async function countEndedCalls(db: Database, scope: HealthScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from model_call call join execution on execution.id = call.execution_id
    where ${HAS_ENDED} and ${isInSpan('call.created_at', scope)} and ${isLookedAt('execution', scope)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Lists a page of them in the order of their executions, after the last one of the page before. */
export async function listEndedCalls(
  db: Database,
  { after, limit, ...scope }: HealthScope & { after: EndedCall | undefined; limit: number },
): Promise<EndedCall[]> {
  const { execution = 0, step = 0 } = after ?? {};
  const { rows } = await sql<EndedCall>`
    select execution.id as execution, execution.workflow_id as "executionId", call.node_id as "nodeId", call.step
    from model_call call join execution on execution.id = call.execution_id
    where ${HAS_ENDED} and ${isInSpan('call.created_at', scope)} and ${isLookedAt('execution', scope)}
      and (call.execution_id, call.step) > (${execution}::bigint, ${step}::bigint)
    order by call.execution_id, call.step limit ${limit}`.execute(db);
  return rows;
}
