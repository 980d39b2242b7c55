import { sql, type Kysely } from 'kysely';

/**
 * Messages that later contexts leave out: their user dropped them, the provider refused them, or they were said again by a
 * retry. They stay in the thread.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table turn add column retry_of integer;
create index turn_conversation_id_retry_of_idx on turn (conversation_id, retry_of) where retry_of is not null;

alter table conversation_message add column omitted text,
  add constraint conversation_message_omitted_check check (omitted in ('dropped', 'refused', 'retried'));

alter table model_call add column is_refused boolean not null default false;

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
    message.omitted
  from conversation_message message;
  if asks_reader then
    alter view thread_message set (security_invoker = true);
  end if;
end $$;
`.execute(db);
}
