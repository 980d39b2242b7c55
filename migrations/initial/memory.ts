import { sql } from 'kysely';

export const memory = sql`
-- Attempts to summarize a thread. An adopted one replaces the messages from covers_from to covers_through.
create table summary (
  conversation_id bigint not null,
  branch integer not null default 0,
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
  cost numeric(20, 12) default 0,
  created_at timestamptz not null default now(),
  constraint summary_pkey primary key (conversation_id, ordinal),
  constraint summary_conversation_id_fkey foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint summary_way_check check (way in ('inline', 'merge', 'summarize', 'thread', 'fork')),
  constraint summary_status_check check (status in ('adopted', 'superseded', 'unusable', 'failed')),
  constraint summary_content_check check
    ((status = 'adopted') = (content is not null and covers_through is not null and budget is not null)),
  constraint summary_blank_check check (content <> '')
);
create index summary_covers_through_idx on summary (conversation_id, covers_through, ordinal) where status = 'adopted';
create index summary_created_at_idx on summary using brin (created_at)
  with (autosummarize = on, pages_per_range = 32);

-- Values that a summary must not lose, each with the words that explain it. Only the few hundred with the most weight are kept.
create table summary_fact (
  conversation_id bigint not null,
  branch integer not null default 0,
  seq integer not null,
  ordinal integer not null,
  value text not null,
  clause text not null,
  weight real not null default 0,
  constraint summary_fact_pkey primary key (conversation_id, branch, seq, ordinal),
  constraint summary_fact_conversation_id_fkey foreign key (conversation_id)
    references conversation (id) on delete cascade
);

-- The keys under which a row of passages is found. The first rows of a conversation share one key: so few are read as a whole.
-- Later rows have one key per group of terms. The more rows there are, the more groups: a list must be neither so short that its
-- own index entry costs more, nor so long that it is meaningless.
-- PL/pgSQL plans it once per connection: 0.2 ms a row, where SQL plans it for every row and takes 0.8 ms.
-- Parallel restricted, because its cost is that of indexing a row again: for an index lookup of 0.3 ms Postgres would start a
-- parallel worker, which takes 15 ms.
create function passage_keys(conversation_id bigint, "position" integer, part smallint, terms bytea) returns bigint[]
language plpgsql immutable strict parallel restricted cost 10000 as $$
declare
  weight bigint := 2 * "position"::bigint + 8 * least(part, 512::smallint);
  level integer := case when weight < 128 then 0 when weight < 512 then 1 when weight < 2048 then 2
    when weight < 8192 then 3 when weight < 32768 then 4 when weight < 131072 then 5
    when weight < 524288 then 6 else 7 end;
begin
  if level = 0 then return array[conversation_id << 28]; end if;
  return array(
    select (conversation_id << 28) | (level << 24) |
      (((pg_catalog.get_byte(terms, at) << 16) | (pg_catalog.get_byte(terms, at + 1) << 8)
        | pg_catalog.get_byte(terms, at + 2)) >> (15 - 2 * level))
    from pg_catalog.generate_series(0, pg_catalog.octet_length(terms) - 4, 4) as at);
end $$;

-- Up to four passages of a message. cuts: 10 bytes per passage with its start, end (UTF-16 units) and tokens. terms: 4 bytes per
-- term, a 24-bit hash over conversation and lexeme, then two bits per passage with how often it occurs there (3: three times or
-- more). So each list of the index belongs to one conversation.
create table passage (
  conversation_id bigint not null,
  position integer not null,
  role text not null,
  part smallint not null,
  cuts bytea not null,
  terms bytea not null,
  constraint passage_pkey primary key (conversation_id, position, role, part),
  constraint passage_position_fkey foreign key (conversation_id, position, role)
    references conversation_message (conversation_id, position, role) on delete cascade
);
-- Without the list of pending entries: every search would read it, and now and then one turn would have to merge all of it.
create index passage_terms_idx on passage using gin (passage_keys(conversation_id, position, part, terms))
  with (fastupdate = off);

-- A passage's embedding by one model: sign bits for the first look, eight bits per dimension for the second.
create table passage_embedding (
  conversation_id bigint not null,
  position integer not null,
  role text not null,
  ordinal integer not null,
  model text not null,
  signs bit varying not null,
  vector bytea not null,
  constraint passage_embedding_pkey primary key (conversation_id, position, role, ordinal),
  constraint passage_embedding_position_fkey foreign key (conversation_id, position, role)
    references conversation_message (conversation_id, position, role) on delete cascade
);

-- Up to where the passages of a thread have embeddings.
create table embedding_progress (
  conversation_id bigint not null,
  branch integer not null default 0,
  model text not null,
  through_seq integer not null default 0,
  through_ordinal integer not null default -1,
  constraint embedding_progress_pkey primary key (conversation_id, branch),
  constraint embedding_progress_conversation_id_fkey foreign key (conversation_id)
    references conversation (id) on delete cascade
);

-- Standing requests of users, and what revokes them, at the place where they were said.
create table standing_statement (
  conversation_id bigint not null,
  position integer not null,
  ordinal smallint not null,
  kind text not null,
  text_start integer not null,
  text_end integer not null,
  content text not null,
  -- The user withdrew it, other than by a message.
  is_withdrawn boolean not null default false,
  constraint standing_statement_pkey primary key (conversation_id, position, ordinal),
  constraint standing_statement_position_fkey foreign key (conversation_id, position)
    references turn (conversation_id, position) on delete cascade,
  constraint standing_statement_kind_check
    check (kind in ('instruction', 'preference', 'stop', 'take-back', 'allow', 'take-back-all'))
);

-- What is known of a user beyond any conversation.
create table memory (
  user_id text not null,
  kind text not null,
  key text not null,
  value text not null,
  -- The execution that wrote the value. It may be deleted.
  execution_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint memory_pkey primary key (user_id, kind, key),
  constraint memory_kind_check check (kind in ('fact', 'episode', 'procedure'))
);
`;
