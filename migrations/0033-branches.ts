import { sql, type Kysely } from 'kysely';

/**
 * A conversation has branches: another answer to a message, or another message in its place, begins one. A branch has the
 * messages of its own and sees, of others, those before the place where it begins.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- The branch that the conversation is in: its columns say how that stands.
alter table conversation add column branch integer not null default 0;
-- The branch that has the message which a thread hangs on.
alter table conversation add column anchor_branch integer not null default 0;

-- A conversation that was never branched has no row here: all of it is branch 0.
create table branch (
  conversation_id bigint not null,
  number integer not null,
  -- The branch that it leaves, and the position of the turn in whose place it begins; null: the first branch.
  parent integer,
  of_position integer,
  -- The position of the turn that began it.
  begun_position integer,
  -- Its own messages come after this place.
  begins_after integer not null,
  -- Messages up to this place were cleared before it began.
  begins_cleared integer not null default 0,
  -- What it sees of others: [conversation, branch, after, through], one for each, in the order of their places.
  past jsonb not null default '[]',
  -- How it stood when it was left. Of the branch that the conversation is in, the conversation's row tells.
  last_seq integer not null default 0,
  total_tokens bigint not null default 0,
  cleared_through integer not null default 0,
  covers_through integer not null default 0,
  summary_ordinal integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint branch_pkey primary key (conversation_id, number),
  constraint branch_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade
);

alter table turn
  -- Position of the turn in whose place it begins a branch; null: it goes on with the branch that it finds.
  add column branch_of integer,
  -- The branch that a switch goes to.
  add column to_branch integer,
  -- The branch that a clear was carried out in, and the last message that it cleared.
  add column cleared_branch integer,
  add column cleared_through integer;
alter table turn drop constraint turn_kind_check;
alter table turn add constraint turn_kind_check check (kind in ('message', 'clear', 'step', 'switch'));
update turn set cleared_branch = 0, cleared_through = coalesce((
  select max(seq) from conversation_message message
  where message.conversation_id = turn.conversation_id and message.position < turn.position), 0)
where kind = 'clear' and status = 'completed';

alter table conversation_message add column branch integer not null default 0;
alter table conversation_message drop constraint conversation_message_conversation_id_seq_key;
alter table conversation_message
  add constraint conversation_message_conversation_id_branch_seq_key unique (conversation_id, branch, seq);

alter table execution add column branch integer not null default 0;
alter table summary add column branch integer not null default 0;
alter table summary_fact add column branch integer not null default 0;
alter table summary_fact drop constraint summary_fact_pkey;
alter table summary_fact add constraint summary_fact_pkey primary key (conversation_id, branch, seq, ordinal);
alter table embedding_progress add column branch integer not null default 0;
alter table embedding_progress drop constraint embedding_progress_pkey;
alter table embedding_progress add constraint embedding_progress_pkey primary key (conversation_id, branch);

-- What a branch sees, as stretches of stored messages: its own last one, and its past. Null: the branch that the
-- conversation is in.
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

drop trigger conversation_covers_through_trigger on conversation;
create trigger conversation_covers_through_trigger before update of covers_through on conversation
  for each row when (new.covers_through < old.covers_through and new.branch = old.branch)
  execute function refuse_uncovering();

-- Replaced and not made anew, so that roles keep what they may read; a view that asks for its reader's rights goes on to.
do $$
declare
  asks_reader boolean;
begin
  select coalesce('security_invoker=true' = any(reloptions), false) into asks_reader
  from pg_class where oid = 'thread_message'::regclass;
  create or replace view thread_message as
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
    message.omitted, message.branch
  from conversation_message message;
  if asks_reader then
    alter view thread_message set (security_invoker = true);
  end if;
end $$;
`.execute(db);
}
