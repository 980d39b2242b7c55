import type { Database } from '../database.js';
import type { MemoryKind } from '../tables/memory.table.js';

/** Since when a user is known, and how much is remembered. */
interface KnownUser {
  /** Time of the first conversation or of the oldest memory; null: there is neither. */
  since: Date | null;
  /** The number of memories of each kind. */
  memories: Record<MemoryKind, number>;
}

/** Finds since when a user is known and how much is remembered. An unknown user gives null and zeros. */
export async function findKnownUser(db: Database, user: string): Promise<KnownUser> {
  const first = await db
    .selectFrom('conversation')
    .select('created_at')
    .where('user_id', '=', user)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const kinds = await db
    .selectFrom('memory')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('since')])
    .where('user_id', '=', user)
    .groupBy('kind')
    .execute();
  const countKind = (wanted: MemoryKind) => kinds.find(({ kind }) => kind === wanted)?.count ?? 0;
  return {
    since: earliest([...(first === undefined ? [] : [first.created_at]), ...kinds.map(({ since }) => since)]),
    memories: { fact: countKind('fact'), episode: countKind('episode'), procedure: countKind('procedure') },
  };
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.reduce<Date | null>((first, date) => (first === null || date < first ? date : first), null);
}
