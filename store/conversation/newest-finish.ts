import { sql, type Expression, type RawBuilder } from 'kysely';

export function newestFinish(executionId: Expression<unknown>): RawBuilder<string | null> {
  return sql`(
    select finish_reason from execution below join model_call on model_call.execution_id = below.id
    where (below.id = ${executionId} or below.root_id = ${executionId})
      and model_call.purpose = 'answer' and model_call.status = 'completed'
    order by model_call.finished_at desc, step desc limit 1)`;
}
