import { sql } from 'kysely';
import type { Database } from '../database.js';
import { insertNodeOutput, ofNode, type NodeKey } from './node-outputs.js';

/** Idempotent: the first list is kept, because an expression may return another one in the next try. */
export function openLoop(
  db: Database,
  loop: NodeKey & { run: number; kind: string; items: readonly unknown[] },
): Promise<{ total: number }> {
  return db.transaction().execute(async (trx) => {
    const isOpened = await insertNodeOutput(trx, { ...loop, status: 'running' });
    if (!isOpened) return { total: await countLoopItems(trx, loop) };
    await insertLoopItems(trx, loop);
    return { total: loop.items.length };
  });
}

async function insertLoopItems(
  db: Database,
  { executionId, nodeId, iteration, items }: NodeKey & { items: readonly unknown[] },
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into loop_item (execution_id, node_id, iteration, position, item)
    select ${executionId}, ${nodeId}, ${iteration}, place - 1, item
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as items (item, place)`.execute(
    db,
  );
}

export async function countLoopItems(db: Database, key: NodeKey): Promise<number> {
  const { count } = await db
    .selectFrom('loop_item')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ofNode(key))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findLoopItem(
  db: Database,
  { position, ...key }: NodeKey & { position: number },
): Promise<{ item: unknown; total: number } | undefined> {
  const row = await db
    .selectFrom('loop_item')
    .select('item')
    .where(ofNode(key))
    .where('position', '=', position)
    .executeTakeFirst();
  if (!row) return undefined;
  const { last } = await db
    .selectFrom('loop_item')
    .select((eb) => eb.fn.max('position').as('last'))
    .where(ofNode(key))
    .executeTakeFirstOrThrow();
  return { item: row.item, total: (last ?? 0) + 1 };
}
