import type { Database } from '../database.js';
import type { MemoryKind } from '../../protocol/memory-kinds.js';

interface KnownUser {
  since: Date | null;
  memories: Record<MemoryKind, number>;
}

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
    since: earliest([...(first ? [first.created_at] : []), ...kinds.map(({ since }) => since)]),
    memories: { fact: countKind('fact'), episode: countKind('episode'), procedure: countKind('procedure') },
  };
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.reduce<Date | null>((first, date) => (first === null || date < first ? date : first), null);
}
