import { sql, type Kysely } from 'kysely';

/** The index of what was said in conversations: passages by their words, and by their meaning where it is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Under which keys a row of passages is found. The first rows of a conversation share one: so few are read as a
-- whole. Later ones have one for each group of terms, of which there are the more the more rows there are, so that
-- a list is neither so short that its own place in the index costs more, nor so long that it tells nothing.
-- In PL/pgSQL, which plans it once a connection: 0.2 ms a row, where SQL plans it for every row and takes 0.8.
create function passage_keys(conversation_id bigint, "position" integer, part smallint, terms bytea) returns bigint[]
language plpgsql immutable strict parallel safe cost 10000 as $$
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

-- Up to four passages of a message. cuts: 10 bytes for each, where it begins and ends in the text (in UTF-16 units)
-- and its tokens. terms: 4 bytes for each, 24 bits of a hash over conversation and lexeme, then two for each passage,
-- how often it stands there: 3 for three times and more. So a list of the index is of one conversation alone.
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
-- Without a list of what is still to be sorted in: it would be read by every search, and one turn in many would
-- have to sort it in for all.
create index passage_terms_idx on passage using gin (passage_keys(conversation_id, position, part, terms))
  with (fastupdate = off);

-- What a passage means to one model: signs for a first look, eight bits a dimension for the second.
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

-- How far a thread's passages have embeddings of a model.
create table embedding_progress (
  conversation_id bigint not null,
  model text not null,
  through_seq integer not null default 0,
  through_ordinal integer not null default -1,
  constraint embedding_progress_pkey primary key (conversation_id),
  constraint embedding_progress_conversation_id_fkey foreign key (conversation_id)
    references conversation (id) on delete cascade
);
`.execute(db);
}
