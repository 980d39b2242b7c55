import { sql } from 'kysely';
import { DEFAULT_DESCRIPTION } from '../../trajectory/portraits/default-description.js';
import type { Database } from '../database.js';
import type { NewestRounds } from './newest-rounds.js';
import { portraitSession } from './portrait-calls.js';
import { isUndescribed, nextVersions, ownerId, treeInScope, type ThingKey } from './undescribed.js';
import { withinLockWait } from './within-lock-wait.js';

export interface Portraits {
  rounds: NewestRounds;
  ordinal: number;
  descriptions: readonly (ThingKey & { description: string | null })[];
}

export async function storePortraits(db: Database, portraits: Portraits): Promise<number> {
  return withinLockWait(db, async (trx) => {
    const described = await describe(trx, portraits);
    await trx
      .updateTable('portrait')
      .set({ described })
      .where('session', '=', portraitSession(portraits.rounds))
      .where('ordinal', '=', portraits.ordinal)
      .execute();
    return described;
  });
}

async function describe(trx: Database, portraits: Portraits): Promise<number> {
  const things = portraits.descriptions.map(({ type, name, ownerId: owner_id, description }) => ({
    type,
    name,
    owner_id,
    description: description ?? DEFAULT_DESCRIPTION,
    by_model: description !== null,
  }));
  const { rows } = await sql<{ described: number }>`
    with ${treeInScope(portraits.rounds)}, changed as (
      update trajectory_node node set description = thing.description, versions = ${nextVersions}
      from json_to_recordset(${JSON.stringify(things)}::json) as thing (type text, name text, owner_id bigint,
        description text, by_model boolean)
      where node.execution_id in (select id from tree) and node.type = thing.type and node.name = thing.name
        and ${ownerId} = thing.owner_id and ${isUndescribed}
      returning thing.by_model
    )
    select count(*) filter (where by_model)::integer as described from changed`.execute(trx);
  return rows[0]?.described ?? 0;
}
