import { sql, type Kysely } from 'kysely';

/** Every conversation has a title from its first turn on: its first words, until a model or a person gives another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Who gave the title; null: there is none yet.
alter table conversation add column title_origin text
  constraint conversation_title_origin_check check (title_origin in ('words', 'model', 'user'));

-- Nobody knows whether a person gave it, so no model changes it any more.
update conversation set title_origin = 'user' where title is not null;

update conversation set title_origin = 'words', title = first.words
from (
  select distinct on (conversation_id) conversation_id,
    left(btrim(regexp_replace(left(content, 400), '\\s+', ' ', 'g')), 60) as words
  from conversation_message where role = 'user' and content ~ '\\S'
  order by conversation_id, position
) as first
where first.conversation_id = conversation.id and title is null and first.words <> '';
`.execute(db);
}
