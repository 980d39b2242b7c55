import { sql, type RawBuilder } from 'kysely';
import type { Rating } from '../../protocol/rating.js';
import type { Database } from '../database.js';
import { isInSpan, isInScope, type HealthScope } from './health-scope.js';

export interface EndedCall {
  execution: number;
  executionId: string;
  nodeId: string;
  step: number;
}

export interface CallScope extends HealthScope {
  rating?: Rating | undefined;
}

const HAS_ENDED = sql`call.purpose = 'answer' and call.status in ('completed', 'failed', 'cancelled')`;

export async function countEndedCalls(db: Database, scope: CallScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from model_call call join execution on execution.id = call.execution_id
    where ${HAS_ENDED} and ${isInSpan('call.created_at', scope)} and ${isInScope('execution', scope)} and ${isRated(scope)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function listEndedCalls(
  db: Database,
  { after, limit, ...scope }: CallScope & { after: EndedCall | undefined; limit: number },
): Promise<EndedCall[]> {
  const { execution = 0, step = 0 } = after ?? {};
  const { rows } = await sql<EndedCall>`
    select execution.id as execution, execution.workflow_id as "executionId", call.node_id as "nodeId", call.step
    from model_call call join execution on execution.id = call.execution_id
    where ${HAS_ENDED} and ${isInSpan('call.created_at', scope)} and ${isInScope('execution', scope)} and ${isRated(scope)}
      and (call.execution_id, call.step) > (${execution}::bigint, ${step}::bigint)
    order by call.execution_id, call.step limit ${limit}`.execute(db);
  return rows;
}

function isRated({ rating }: CallScope): RawBuilder<boolean> {
  if (!rating) return sql`true`;
  return sql`exists (
    select from execution root join conversation_message answer
      on answer.conversation_id = root.conversation_id and answer.position = root.position and answer.role = 'assistant'
    where root.id = coalesce(execution.root_id, execution.id) and answer.rating = ${rating})`;
}
