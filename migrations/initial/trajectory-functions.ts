import { sql } from 'kysely';

/** PL/pgSQL keeps plans, which took longer to make than to run. */
export const trajectoryFunctions = sql`
-- What the graph of a run lacks, as one object. The run's steps are between 'in_base' and 'in_end'.
create function trajectory_run(in_execution bigint, in_base bigint, in_end bigint, in_run bigint) returns json
language plpgsql stable set lock_timeout = '500ms' as $$
begin
  return (
    with head as (
      select recorded_through, pointers from trajectory_node
      where execution_id = in_execution and step = in_base and ordinal = 0 and type = 'Query'
    ), seen as (
      select coalesce((select recorded_through from head), in_base) as through
    ), own as (
      -- The node's own work, without a model, touched or wrote something.
      select node_id, iteration, touched, writes from node_output
      where execution_id = in_execution and run = in_run and (touched is not null or writes is not null)
    ), said as (
      select message.step, false as silent, (
        select count(*) from jsonb_array_elements(message.content) as part where part ->> 'type' = 'tool-call'
      ) as calls
      from seen, trace_message message
      join model_call call on call.execution_id = message.execution_id and call.step = message.step
      where message.execution_id = in_execution and message.step >= through and message.step > in_base
        and message.step < in_end
        and message.ordinal = 0 and not message.is_partial and call.purpose <> 'compaction'
      union all
      -- A node's own work counts as a step without text.
      select in_base, true, 1 from own, seen where through = in_base
    ), call as (
      select call.step, call.ordinal, call.name, call.touched, call.writes,
        -- A call of 'spawn' failed if all its sub-executions did.
        coalesce(call.is_error, false) or coalesce((
          select bool_and(child.status <> 'completed') from execution child
          where child.parent_id = call.execution_id and child.parent_step = call.step
            and child.parent_ordinal = call.ordinal), false) as failed, (
        select json_agg(artifact.name order by part) from artifact
        where artifact.execution_id = call.execution_id and artifact.step = call.step
          and artifact.ordinal = call.ordinal
      ) as artifacts, (
        select json_agg(distinct child.flow_slug) from execution child
        where child.parent_id = call.execution_id and child.parent_step = call.step
          and child.parent_ordinal = call.ordinal
      ) as spawned, exists (
        select from approval asked where asked.execution_id = call.execution_id and asked.step = call.step
          and asked.ordinal = call.ordinal and asked.status in ('cancelled', 'expired')
      ) as refused
      from seen, tool_call call
      where call.execution_id = in_execution and call.step >= through and call.step < in_end
        and call.finished_at is not null
      union all
      select in_base, 1, null, touched, writes, false, null, null, false from own
    ), given as (
      -- The files of the question.
      select distinct file ->> 'name' as name
      from execution own
      left join thread_message message on message.conversation_id = own.conversation_id
        and message.position = own.position and message.role = 'user'
      cross join jsonb_array_elements(coalesce(message.attachments::jsonb, own.attachments)) file
      where own.id = in_execution and not exists (select from head)
    ), unanswered as (
      -- Calls of a run that has no answer yet.
      select step from model_call
      where execution_id = in_execution and step > in_base and step < in_end and purpose <> 'compaction'
        and status in ('failed', 'cancelled') and not exists (select from head)
        and not exists (select from said where not silent)
    ), sent as (
      -- What calls were sent besides messages. The first call got it with the question.
      select planned.step, item, not exists (
          select from said earlier join context_manifest before
            on before.execution_id = in_execution and before.step = earlier.step
          where earlier.step < planned.step
        ) and (not exists (select from head) or through = in_base) as first
      from seen, context_manifest planned
      cross join json_array_elements(planned.manifest -> 'sent') item
      where planned.execution_id = in_execution and (planned.step in (select step from unanswered)
          or planned.step in (select step from said where not silent)
            and (planned.step > through or not exists (select from head)))
        and item ->> 'from' in ('passages', 'found-above', 'summary', 'ancestor', 'compaction', 'standing')
    )
    select json_build_object(
      'given', (select json_agg(name order by name) from given),
      'sent', (select json_agg(json_build_object('step', step, 'first', first, 'item', item) order by step) from sent),
      'node', coalesce(
        (select json_build_object('nodeId', node_id, 'iteration', iteration) from model_call
          where execution_id = in_execution and step > in_base and step < in_end order by step limit 1),
        (select json_build_object('nodeId', node_id, 'iteration', iteration) from own limit 1)),
      'head', (select json_build_object('recordedThrough', recorded_through, 'pointers', pointers) from head),
      'steps', (select json_agg(json_build_object('step', step, 'calls', calls, 'isSilent', silent) order by step)
        from said),
      'calls', (select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'tool', name,
        'touched', touched, 'artifacts', artifacts, 'spawned', spawned, 'writes', writes, 'failed', failed, 'refused', refused)
        order by step, ordinal) from call),
      'data', (select json_agg(json_build_object('step', step, 'ordinal', ordinal, 'type', type, 'name', name,
        'attributes', json_build_object('source', attributes -> 'source', 'knowledgeType', attributes -> 'knowledgeType')))
        from trajectory_node
        where execution_id = in_execution and step >= in_base and step < in_end and ordinal < 0),
      'added', (select json_agg(json_build_object('step', step, 'ordinal', ordinal)) from seen, trajectory_node
        where execution_id = in_execution and step = through and ordinal >= 1000000),
      'isUndescribed', exists (select from trajectory_node
        where execution_id = in_execution and step >= in_base and step < in_end and description is null
          and type in ('Knowledge', 'Tool', 'Table', 'Column', 'File', 'Script', 'Skill')))
  );
end $$;

-- Adds recorded steps to the graph of a run. Returns false, and writes nothing, if another process recorded steps or writes of
-- the run since it was loaded, when it ended at 'in_head' and 'in_seen'.
create function record_trajectory(in_execution bigint, in_base bigint, in_head bigint, in_seen text,
  in_through bigint, in_pointers text, in_node text, in_iteration text, in_counts bigint[], in_nodes json,
  in_edges json, in_changes json)
returns boolean language plpgsql set lock_timeout = '500ms' as $$
begin
  -- A separate statement: the next one sees what the previous holder of the lock wrote.
  perform pg_advisory_xact_lock(hashtextextended('trajectory ' || in_execution || '/' || in_base, 0));
  if in_head || '/' || in_seen is distinct from (
    select recorded_through || '/' || pointers from trajectory_node
    where execution_id = in_execution and step = in_base and ordinal = 0 and type = 'Query'
  ) then
    return false;
  end if;
  if exists (
    select from json_to_recordset(in_nodes) as new (step bigint, ordinal bigint, type text, name text)
    join trajectory_node old on old.execution_id = in_execution and old.step = new.step
      and old.ordinal = new.ordinal
    where new.ordinal < 0 and (old.type, old.name) is distinct from (new.type, new.name)
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
    insert into trajectory_node (execution_id, step, ordinal, type, number, label, name, description, attributes,
      created_at)
    select in_execution, new.step, new.ordinal, new.type,
      case when new.label is null then counts[new.place] - new.behind end, new.label, new.name, new.description,
      new.attributes, new."createdAt"
    from agent, json_to_recordset(in_nodes) as new (step bigint, ordinal bigint, type text, place bigint,
      behind bigint, label text, name text, description text, attributes json, "createdAt" timestamptz)
    on conflict do nothing
  )
  insert into trajectory_edge (execution_id, from_step, from_ordinal, to_step, to_ordinal, type)
  select in_execution, from_step, from_ordinal, to_step, to_ordinal, type
  from json_to_recordset(in_edges) as new (from_step bigint, from_ordinal bigint, to_step bigint,
    to_ordinal bigint, type trajectory_edge_type)
  where not exists (
    select from trajectory_edge old where old.execution_id = in_execution and old.to_step = new.to_step
      and old.to_ordinal = new.to_ordinal and old.from_step = new.from_step and old.from_ordinal = new.from_ordinal);
  if json_array_length(in_changes) > 0 then
    -- A separate statement, too: a call may change what it added itself. A known change is skipped.
    update trajectory_node node set changes = coalesce(node.changes, '[]') || (
      select coalesce(jsonb_agg(change order by at), '[]')
      from jsonb_array_elements(new.changes) with ordinality as asked (change, at)
      where not exists (
        select from jsonb_array_elements(coalesce(node.changes, '[]')) known
        where known ->> 'key' = change ->> 'key'))
    from json_to_recordset(in_changes) as new (step bigint, ordinal bigint, changes jsonb)
    where node.execution_id = in_execution and node.step = new.step and node.ordinal = new.ordinal;
  end if;
  return true;
end $$;
`;
