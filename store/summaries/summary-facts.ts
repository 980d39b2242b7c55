import { sql } from 'kysely';
import type { Fact } from '../../context/summary/fact.js';
import type { Database, DatabaseTransaction } from '../database.js';

/** A fact as it is stored. `weight` says how much its clause makes it worth keeping. */
export type StoredFact = Required<Omit<Fact, 'atMs'>>;

/** The most facts that are kept for a thread, more than the largest summary can hold. */
export const MOST_SUMMARY_FACTS = 256;

/**
 * Loads the facts of a thread's messages between two places that are most worth keeping, the newer first among
 * equals, at most `MOST_SUMMARY_FACTS`.
 */
export async function loadSummaryFacts(
  db: Database,
  input: { conversationId: number; after: number; through: number },
): Promise<StoredFact[]> {
  return db
    .selectFrom('summary_fact')
    .select(['seq', 'ordinal', 'value', 'clause', 'weight'])
    .where('conversation_id', '=', input.conversationId)
    .where('seq', '>', input.after)
    .where('seq', '<=', input.through)
    .orderBy('weight', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('ordinal')
    .limit(MOST_SUMMARY_FACTS)
    .execute();
}

/** Loads when messages of a thread were said, by their places; of no messages without a statement. */
export async function loadSaidTimes(
  db: Database,
  { conversationId, seqs }: { conversationId: number; seqs: readonly number[] },
): Promise<Map<number, number>> {
  if (seqs.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversation_message')
    .select(['seq', 'created_at as at'])
    .where('conversation_id', '=', conversationId)
    .where('seq', 'in', [...new Set(seqs)])
    .execute();
  return new Map(rows.map(({ seq, at }) => [seq ?? 0, at.getTime()]));
}

/**
 * Stores new facts and deletes those that are outweighed by `MOST_SUMMARY_FACTS` others, which would never be
 * read again. Two statements, however many facts there are.
 */
export async function insertSummaryFacts(
  trx: DatabaseTransaction,
  { conversationId, newFacts }: { conversationId: number; newFacts: readonly StoredFact[] },
): Promise<void> {
  if (newFacts.length === 0) return;
  const column = <Key extends keyof StoredFact>(key: Key): StoredFact[Key][] =>
    newFacts.map((fact) => fact[key]);
  await sql`
    insert into summary_fact (conversation_id, seq, ordinal, value, clause, weight)
    select ${conversationId}::bigint, fact.*
    from unnest(${column('seq')}::integer[], ${column('ordinal')}::integer[], ${column('value')}::text[],
      ${column('clause')}::text[], ${column('weight')}::real[]) as fact (seq, ordinal, value, clause, weight)
    on conflict do nothing`.execute(trx);
  await sql`
    delete from summary_fact where conversation_id = ${conversationId} and (seq, ordinal) not in (
      select seq, ordinal from summary_fact where conversation_id = ${conversationId}
        and seq > (select cleared_through from conversation where id = ${conversationId})
      order by weight desc, seq desc, ordinal limit ${MOST_SUMMARY_FACTS})`.execute(trx);
}
