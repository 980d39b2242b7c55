import { sql, type Kysely } from 'kysely';

/**
 * The order in which versions of a flow were published, and what each needs, so that the newest one that a live worker can
 * run answers. A worker names the versions that its project defines.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table flow_version add column publication integer, add column needs jsonb;
update flow_version set publication = case when version = current_version then (
    select max(version) + 1 from flow_version other where other.flow_slug = slug
  ) else version end
from flow where slug = flow_slug and not is_draft and hash is not null;
alter table worker add column flows jsonb not null default '{}';
`.execute(db);
}
