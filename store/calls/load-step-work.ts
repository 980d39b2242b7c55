import { sql } from 'kysely';
import type { StepWork } from '../../views/waterfall.js';
import type { Database } from '../database.js';

const MAX_CHARACTERS = 20_000;
const MAX_TOOLS = 100;

export async function loadStepWork(
  db: Database,
  { executionId, step }: { executionId: string; step: number },
): Promise<StepWork | undefined> {
  const { rows } = await sql<StepWork>`
    with call as (
      select call.execution_id, call.step from model_call call
      join execution on execution.id = call.execution_id
      where execution.workflow_id = ${executionId} and call.step = ${step}
    ), message as (
      select message.ordinal, message.content from call
      join trace_message message using (execution_id, step)
    ), asked as (
      select row_number() over (order by place) as ordinal, part
      from message, jsonb_array_elements(content) with ordinality parts (part, place)
      where ordinal = 0 and part ->> 'type' = 'tool-call'
    ), tool as (
      select asked.ordinal, asked.part ->> 'toolName' as name, ${cut(sql`asked.part -> 'input'`)} as input,
        ${cut(sql`(message.content -> 0 -> 'output') - 'type'`)} as output, called.is_error, called.is_unknown
      from call cross join asked
      left join message on message.ordinal = asked.ordinal
      left join tool_call called on called.execution_id = call.execution_id and called.step = call.step
        and called.ordinal = asked.ordinal
      order by asked.ordinal limit ${MAX_TOOLS}
    )
    select call.step, (
      select ${cut(sql`string_agg(part ->> 'text', '' order by place)`)}
      from message, jsonb_array_elements(content) with ordinality parts (part, place)
      where ordinal = 0 and part ->> 'type' = 'text'
    ) as text, coalesce((
      select json_agg(json_build_object('ordinal', ordinal, 'name', name, 'input', input, 'output', output,
        'isError', coalesce(is_error, false), 'isUnknown', coalesce(is_unknown, false)) order by ordinal) from tool
    ), '[]') as tools from call`.execute(db);
  return rows[0];
}

function cut(value: ReturnType<typeof sql>) {
  return sql`case when (${value})::text is not null then json_build_object('text', left((${value})::text,
    ${MAX_CHARACTERS}), 'isCut', length((${value})::text) > ${MAX_CHARACTERS}) end`;
}
