import { sql, type Kysely } from 'kysely';

/**
 * Two functions that record a run's trajectory in two round trips without a transaction around them. Postgres keeps
 * the plans of their statements, which took longer to plan than to run, and each waits for a lock only briefly.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- What is not in the graph of a run yet, as one object. The run's steps lie between 'in_base' and 'in_end'.
create function trajectory_run(in_execution bigint, in_base integer, in_end integer, in_run integer) returns json
language plpgsql stable set lock_timeout = '500ms' as $$
begin
  return (
    with head as (
      select recorded_through, pointers from trajectory_node
      where execution_id = in_execution and step = in_base and ordinal = 0 and type = 'Query'
    ), seen as (
      select coalesce((select recorded_through from head), in_base) as through
    ), own as (
      -- The node's own work, without a model, touched something.
      select node_id, iteration, touched from node_output
      where execution_id = in_execution and run = in_run and touched is not null
    ), said as (
      select message.step, false as silent, (
        select count(*) from jsonb_array_elements(message.content) as part where part ->> 'type' = 'tool-call'
      ) as calls
      from seen, trace_message message
      join model_call call on call.execution_id = message.execution_id and call.step = message.step
      where message.execution_id = in_execution and message.step > through and message.step < in_end
        and message.ordinal = 0 and not message.is_partial and call.purpose <> 'compaction'
      union all
      -- Own work counts as a step without words.
      select in_base, true, 1 from own where not exists (select from head)
    ), call as (
      select call.step, call.ordinal, call.name, call.touched, (
        select json_agg(artifact.name order by part) from artifact
        where artifact.execution_id = call.execution_id and artifact.step = call.step
          and artifact.ordinal = call.ordinal
      ) as artifacts
      from seen, tool_call call
      where call.execution_id = in_execution and call.step >= through and call.step < in_end
        and call.finished_at is not null
      union all
      select in_base, 1, null, touched, null from own
    )
    select json_build_object(
      'node', coalesce(
        (select json_build_object('nodeId', node_id, 'iteration', iteration) from model_call
          where execution_id = in_execution and step > in_base and step < in_end order by step limit 1),
        (select json_build_object('nodeId', node_id, 'iteration', iteration) from own limit 1)),
      'head', (select json_build_object('recordedThrough', recorded_through, 'pointers', pointers) from head),
      'steps', (select json_agg(json_build_object('step', step, 'calls', calls, 'isSilent', silent) order by step)
        from said),
      'calls', (select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'tool', name,
        'touched', touched, 'artifacts', artifacts) order by step, ordinal) from call),
      'data', (select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'type', type, 'name', name))
        from trajectory_node
        where execution_id = in_execution and step >= in_base and step < in_end and ordinal < 0),
      'isUndescribed', exists (select from trajectory_node
        where execution_id = in_execution and step >= in_base and step < in_end and description is null
          and type in ('Knowledge', 'Table', 'Column', 'File', 'Script', 'Skill')))
  );
end $$;

-- Adds recorded steps to the graph of a run. False: the graph does not end at 'in_head' any more, because another
-- process has recorded steps meanwhile, and nothing is written.
create function record_trajectory(in_execution bigint, in_base integer, in_head integer, in_through integer,
  in_pointers text, in_node text, in_iteration text, in_counts integer[], in_nodes json, in_edges json)
returns boolean language plpgsql set lock_timeout = '500ms' as $$
begin
  -- In a statement of its own: the next one sees what the previous holder of the lock wrote.
  perform pg_advisory_xact_lock(hashtextextended('trajectory ' || in_execution || '/' || in_base, 0));
  if in_head is distinct from (
    select recorded_through from trajectory_node
    where execution_id = in_execution and step = in_base and ordinal = 0 and type = 'Query'
  ) then
    return false;
  end if;
  with agent as (
    insert into trajectory_agent (conversation_id, execution_id, sub_agent, counts)
    select root.conversation_id, case when root.conversation_id is null then root.id end,
      case when root.id = own.id then ''
        else substr(own.workflow_id, length(root.workflow_id) + 2) || '/' end
        || in_node || case when in_iteration = '' then '' else '/' || in_iteration end,
      in_counts
    from execution own join execution root on root.id = coalesce(own.root_id, own.id)
    where own.id = in_execution
    on conflict (session, sub_agent) do update set counts = array(
      select coalesce(a, 0) + coalesce(b, 0)
      from unnest(trajectory_agent.counts, excluded.counts) with ordinality as sums (a, b, at) order by at)
    returning counts
  ), question as (
    insert into trajectory_node (execution_id, step, ordinal, type, number, node_id, iteration, recorded_through,
      pointers, created_at)
    select in_execution, in_base, 0, 'Query', counts[1] - 1, in_node, in_iteration, in_through, in_pointers, now()
    from agent
    on conflict (execution_id, step, ordinal, type) do update
      set recorded_through = excluded.recorded_through, pointers = excluded.pointers
  ), node as (
    insert into trajectory_node (execution_id, step, ordinal, type, number, name, description, attributes)
    select in_execution, new.step, new.ordinal, new.type, counts[new.place] - new.behind, new.name,
      new.description, new.attributes
    from agent, json_to_recordset(in_nodes) as new (step integer, ordinal integer, type text, place integer,
      behind integer, name text, description text, attributes jsonb)
    on conflict do nothing
  )
  insert into trajectory_edge (execution_id, from_step, from_ordinal, to_step, to_ordinal, type)
  select in_execution, from_step, from_ordinal, to_step, to_ordinal, type
  from json_to_recordset(in_edges) as new (from_step integer, from_ordinal integer, to_step integer,
    to_ordinal integer, type text)
  on conflict do nothing;
  return true;
end $$;
`.execute(db);
}
