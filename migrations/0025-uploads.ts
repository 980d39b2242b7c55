import { sql, type Kysely } from 'kysely';

/** Files of users, and the messages that they are attached to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- A file belongs to a user, who has it once, however often it is sent.
create table upload (
  user_id text not null,
  -- SHA-256 of the content, as hexadecimal digits.
  hash text not null,
  kind text not null,
  media_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  content bytea not null,
  -- The text of a text file or a PDF; null: it has none.
  extracted text,
  -- Why the text of a file could not be read.
  problem text,
  created_at timestamptz not null default now(),
  -- When it was last sent: one that no message has is removed a day later.
  used_at timestamptz not null default now(),
  constraint upload_pkey primary key (user_id, hash),
  constraint upload_kind_check check (kind in ('picture', 'text', 'other'))
);
-- Pictures are compressed already.
alter table upload alter column content set storage external;
create index upload_used_at_idx on upload (used_at);

create table attachment (
  conversation_id bigint not null,
  position integer not null,
  ordinal smallint not null,
  user_id text not null,
  hash text not null,
  kind text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  width integer,
  height integer,
  -- Of a picture that is shown; the rest is counted with the text of the message.
  token_count integer not null,
  -- Where it stands in the text of its message, in UTF-16 units.
  text_start integer not null,
  text_end integer not null,
  constraint attachment_pkey primary key (conversation_id, position, ordinal),
  constraint attachment_position_fkey foreign key (conversation_id, position)
    references turn (conversation_id, position) on delete cascade,
  constraint attachment_user_id_hash_fkey foreign key (user_id, hash) references upload (user_id, hash)
);
create index attachment_user_id_hash_idx on attachment (user_id, hash);

drop view thread_message;
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
  ) end as attachments
from conversation_message message;
`.execute(db);
}
