import { sql } from 'kysely';

/**
 * Bisects, because ids are nearly in time order. Probes only root executions: a sub-execution gets its time
 * later than its id.
 */
const idSince = (table: 'execution' | 'conversation', probed: string) =>
  sql.raw(`
create function ${table}_id_since(since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(id) + 1 from ${table}), 0);
  probe record;
begin
  while low < high loop
    select id, created_at into probe from ${table}
    where id >= (low + high) / 2 and id < high and ${probed} order by id limit 1;
    if found and probe.created_at < since then
      low := probe.id + 1;
    else
      high := (low + high) / 2;
    end if;
  end loop;
  return low;
end $$;`);

export const views = sql`
-- The messages of threads with their texts and files.
create view thread_message as
select message.conversation_id, message.position, message.role, message.seq, message.token_count,
  message.running_tokens, message.execution_id, message.created_at, message.session, message.name,
  coalesce(message.content, (
    select coalesce(string_agg(part ->> 'text', '' order by place), '')
    from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
    where trace.execution_id = message.execution_id and trace.step = message.answer_step
      and trace.ordinal = 0 and part ->> 'type' = 'text'
  )) as content,
  case when message.role = 'user' then (
    select json_agg(json_build_object('ordinal', ordinal, 'hash', hash, 'kind', kind, 'name', attachment.name,
      'mediaType', media_type, 'bytes', bytes, 'width', width, 'height', height, 'tokens', attachment.token_count,
      'start', text_start, 'end', text_end) order by ordinal)
    from attachment
    where attachment.conversation_id = message.conversation_id and attachment.position = message.position
  ) end as attachments,
  message.omitted, message.branch, message.rating
from conversation_message message;

-- Node runs with their outputs.
create view node_result as
select node.execution_id, node.node_id, node.iteration, node.run, node.kind, node.status, node.answer_step,
  coalesce(node.output, case when node.answer_step is not null then jsonb_build_object('output', (
    select coalesce(string_agg(part ->> 'text', '' order by place), '')
    from trace_message trace, jsonb_array_elements(trace.content) with ordinality as parts (part, place)
    where trace.execution_id = node.execution_id and trace.step = node.answer_step
      and trace.ordinal = 0 and part ->> 'type' = 'text'
  )) end) as output
from node_output node;

-- The ranges of messages that a branch sees: its own, and those of its past. Branch null: the current branch.
create function seen_stretch(of_conversation bigint, of_branch integer)
  returns table (source bigint, branch integer, after_seq integer, through_seq integer)
  language sql stable rows 1 as $$
  select conversation.id, coalesce(of_branch, conversation.branch), coalesce(own.begins_after, 0), 2147483647
  from conversation
  left join branch own on own.conversation_id = conversation.id
    and own.number = coalesce(of_branch, conversation.branch)
  where conversation.id = of_conversation
  union all
  select (part ->> 0)::bigint, (part ->> 1)::integer, (part ->> 2)::integer, (part ->> 3)::integer
  from conversation
  join branch own on own.conversation_id = conversation.id and own.number = coalesce(of_branch, conversation.branch)
  cross join lateral jsonb_array_elements(own.past) part
  where conversation.id = of_conversation
$$;

-- The last message that was cleared in a branch.
create function branch_cleared(of_conversation bigint, of_branch integer) returns integer language sql stable as $$
  select case when of_branch is null or of_branch = conversation.branch then conversation.cleared_through
    else coalesce(own.cleared_through, 0) end
  from conversation
  left join branch own on own.conversation_id = conversation.id and own.number = of_branch
  where conversation.id = of_conversation
$$;
-- Holds the user's quota until the commit, by the key of holdingPlaces. Volatile, so that it counts what was committed before it got the lock.
create function count_open_turns(of_user text) returns integer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('turns ' || of_user, 0));
  return (select count(*) from turn where user_id = of_user and status in ('queued', 'running'));
end $$;
${idSince('execution', 'root_id is null')}
${idSince('conversation', 'true')}
`;
