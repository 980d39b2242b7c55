import { sql, type RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';

const BATCH = 100;

export function matchDrafts(user: string): RawBuilder<boolean> {
  return sql<boolean>`(is_draft and hash is not null and drafted_by = ${user})`;
}

export async function removeDrafts(trx: DatabaseTransaction, user: string): Promise<number> {
  // Locks flows first, as storing a draft does, to prevent deadlocks.
  await sql`select from flow where slug in (select flow_slug from flow_version where ${matchDrafts(user)})
    order by slug for update`.execute(trx);
  return remove(trx, matchDrafts(user));
}

export async function sweepDrafts(db: Database): Promise<number> {
  return remove(
    db,
    sql`(flow_slug, version) in (
      select flow_slug, version from flow_version draft
      where is_draft and hash is not null and created_at < now() - interval '1 day' and not exists (
        select from execution
        where execution.flow_slug = draft.flow_slug and execution.flow_version = draft.version
          and conversation_id is null and parent_id is null)
      and not exists (select from worker where worker.flows ->> draft.flow_slug = draft.version::text)
      order by created_at limit ${BATCH} for update skip locked)`,
  );
}

async function remove(db: Database, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update flow_version set definition = '{}', hash = null, drafted_by = null where ${which}`.execute(db);
  return Number(numAffectedRows);
}
