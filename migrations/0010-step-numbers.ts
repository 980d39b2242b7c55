import { sql, type Kysely } from 'kysely';

/**
 * Step numbers become bigints: each run of a node has a block of 10,000 of them, and integers had room for 214,748 runs
 * in an execution.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
drop view thread_message;
drop view node_result;

alter table model_call alter column step type bigint;
alter table tool_call alter column step type bigint;
alter table trace_message alter column step type bigint;
alter table stream_chunk alter column step type bigint;
alter table context_manifest alter column step type bigint;
alter table artifact alter column step type bigint;
alter table compaction alter column step type bigint, alter column through_step type bigint;
alter table budget_reservation alter column step type bigint;
alter table conversation_message alter column answer_step type bigint;
alter table node_output alter column answer_step type bigint;
alter table execution alter column parent_step type bigint;
alter table trajectory_node alter column step type bigint, alter column recorded_through type bigint;
alter table trajectory_edge alter column from_step type bigint, alter column to_step type bigint;
alter table agent_step alter column begun_step type bigint;

-- The same functions as before. Their counts fit both types.
do $$
declare
  name text;
  definition text;
begin
  foreach name in array array['trajectory_run', 'record_trajectory'] loop
    definition := pg_get_functiondef(name::regproc);
    execute 'drop function ' || name;
    execute replace(definition, 'integer', 'bigint');
  end loop;
end $$;

create view node_result as
select node.execution_id, node.node_id, node.iteration, node.run, node.kind, node.status, node.answer_step,
  coalesce(node.output, case when node.answer_step is not null then jsonb_build_object('output', (
    select coalesce(string_agg(part ->> 'text', '' order by place), '')
    from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
    where trace.execution_id = node.execution_id and trace.step = node.answer_step
      and trace.ordinal = 0 and part ->> 'type' = 'text'
  )) end) as output
from node_output node;
create view thread_message as
select message.conversation_id, message.position, message.role, message.seq, message.token_count,
  message.running_tokens, message.execution_id, message.created_at, message.session, message.name,
  coalesce(message.content, (
    select coalesce(string_agg(part ->> 'text', '' order by place), '')
    from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
    where trace.execution_id = message.execution_id and trace.step = message.answer_step
      and trace.ordinal = 0 and part ->> 'type' = 'text'
  )) as content
from conversation_message message;
`.execute(db);
}
