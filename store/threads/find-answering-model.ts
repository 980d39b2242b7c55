import { sql } from 'kysely';
import type { Database } from '../database.js';
import { threadScope, type ThreadScope } from './thread-scope.js';

export async function findAnsweringModel(db: Database, scope: ThreadScope): Promise<string | undefined> {
  const { rows } = await sql<{ model: string }>`
    ${threadScope(scope)}
    select model_call.model from execution
    join model_call on model_call.execution_id = execution.id
    where execution.conversation_id in (select id from scope)
      and model_call.purpose = 'answer' and model_call.status = 'completed'
    order by execution.id desc, model_call.step desc limit 1`.execute(db);
  return rows[0]?.model;
}
