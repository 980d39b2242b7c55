import { sql, type Kysely } from 'kysely';

/** What stands for the older messages of a thread: summaries, the facts they must keep, sessions, a title. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Messages up to covers_through are stood for by the summary at summary_ordinal, or were cleared: what comes after
-- is sent raw. It only moves on, whoever writes it.
alter table conversation
  add column covers_through integer not null default 0,
  add column summary_ordinal integer,
  add column title text,
  add column last_session integer not null default 0,
  add column last_message_at timestamptz,
  add column speakers text[];
update conversation set covers_through = cleared_through;
alter table conversation
  add constraint conversation_covers_through_check check (covers_through between cleared_through and last_seq);

create function refuse_uncovering() returns trigger language plpgsql as $$
begin
  raise exception 'covers_through of conversation % would go back from % to %',
    old.id, old.covers_through, new.covers_through using errcode = 'check_violation';
end $$;
create trigger conversation_covers_through_trigger before update of covers_through on conversation
  for each row when (new.covers_through < old.covers_through) execute function refuse_uncovering();

-- A session is a run of messages without a long pause; the name is a speaker's, where a chat was imported, and one of
-- the conversation's speakers.
alter table conversation_message
  add column session integer,
  add column name text;

update conversation_message message set session = placed.session
from (
  select conversation_id, position, role, 1 + sum(is_new::integer) over (partition by conversation_id order by seq) as session
  from (
    select conversation_id, position, role, seq,
      coalesce(created_at - lag(created_at) over (partition by conversation_id order by seq) > interval '6 hours', false)
        as is_new
    from conversation_message where seq is not null
  ) message
) placed
where placed.conversation_id = message.conversation_id and placed.position = message.position
  and placed.role = message.role;
update conversation set last_session = newest.session, last_message_at = newest.at
from (
  select conversation_id, max(session) as session, max(created_at) as at from conversation_message
  where seq is not null group by conversation_id
) newest
where newest.conversation_id = conversation.id;

-- One attempt to summarize a thread, in order; what was adopted stands for covers_from to covers_through.
create table summary (
  conversation_id bigint not null,
  ordinal integer not null,
  position integer not null,
  way text not null,
  status text not null,
  reason text,
  covers_from integer,
  covers_through integer,
  content text,
  token_count integer,
  budget integer,
  facts_checked integer,
  facts_missing integer,
  facts_attached integer,
  model text not null,
  input_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost numeric(20, 12) not null default 0,
  created_at timestamptz not null default now(),
  constraint summary_pkey primary key (conversation_id, ordinal),
  constraint summary_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint summary_way_check check (way in ('inline', 'merge', 'summarize')),
  constraint summary_status_check check (status in ('adopted', 'superseded', 'unusable', 'failed')),
  constraint summary_content_check check
    ((status = 'adopted') = (content is not null and covers_through is not null and budget is not null)),
  constraint summary_blank_check check (content <> '')
);

-- What a summary must not lose: a value, and the few words that say what it is of. Of a thread some hundreds, the
-- weightiest: as many as are ever looked at.
create table summary_fact (
  conversation_id bigint not null,
  seq integer not null,
  ordinal integer not null,
  value text not null,
  clause text not null,
  weight real not null default 0,
  constraint summary_fact_pkey primary key (conversation_id, seq, ordinal),
  constraint summary_fact_conversation_id_fkey foreign key (conversation_id)
    references conversation (id) on delete cascade
);

drop view thread_message;
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
