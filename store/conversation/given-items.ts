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

export async function addGivenItems(
  db: Database,
  { user, channel }: ItemOwner,
  items: readonly GivenItem[],
): Promise<void> {
  await sql`
    insert into given_item (user_id, channel, id, item)
    select ${user}, ${channel}, given ->> 'id', given -> 'item'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as list (given, place)
    order by place
    on conflict (user_id, channel, id) do nothing`.execute(db);
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
