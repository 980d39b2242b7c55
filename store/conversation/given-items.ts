import { sql } from 'kysely';
import type { Database } from '../database.js';

interface ItemOwner {
  user: string;
  channel: string;
}

export interface GivenItem {
  id: string;
  item: Readonly<Record<string, unknown>>;
}

/** Of one conversation, because its first turn and each list read all of them. */
const MAX_GIVEN_ITEMS = 2_000;
const MAX_GIVEN_BYTES = 2_000_000;

/** Returns `full`, and adds nothing, if the conversation would exceed a limit. */
export async function addGivenItems(
  db: Database,
  { user, channel }: ItemOwner,
  items: readonly GivenItem[],
): Promise<'added' | 'full'> {
  return db.transaction().execute(async (trx) => {
    const lock = JSON.stringify(['items', user, channel]);
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx);
    const { rows } = await sql<{ isFull: boolean }>`
      with list as (
        select given ->> 'id' as id, given -> 'item' as item, place
        from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as sent (given, place)
      ), size as (
        select count(*) > ${MAX_GIVEN_ITEMS} or sum(octet_length(item::text)) > ${MAX_GIVEN_BYTES} as is_full
        from (
          select id, item from given_item where user_id = ${user} and channel = ${channel}
          union select id, item from list
        ) as all_items
      ), added as (
        insert into given_item (user_id, channel, id, item)
        select ${user}, ${channel}, id, item from list where not (select is_full from size) order by place
        on conflict (user_id, channel, id) do nothing
      )
      select is_full as "isFull" from size`.execute(trx);
    return rows[0]?.isFull === true ? 'full' : 'added';
  });
}

export async function listGivenItems(db: Database, { user, channel }: ItemOwner): Promise<GivenItem[]> {
  return db
    .selectFrom('given_item')
    .select(['id', 'item'])
    .where('user_id', '=', user)
    .where('channel', '=', channel)
    .orderBy('position')
    .execute();
}

export async function deleteGivenItems(
  db: Database,
  { user, channel, id }: ItemOwner & { id?: string | undefined },
): Promise<void> {
  let deletion = db.deleteFrom('given_item').where('user_id', '=', user).where('channel', '=', channel);
  if (id !== undefined) deletion = deletion.where('id', '=', id);
  await deletion.execute();
}
