import { sql } from 'kysely';
import type { Fact } from '../../context/summary/fact.js';
import { seenMessages, seenStretches, type BranchOfConversation } from '../branches/seen-messages.js';
import type { Database, DatabaseTransaction } from '../database.js';

export type StoredFact = Required<Omit<Fact, 'atMs'>>;

/** Facts kept per conversation: more than a summary holds. */
export const MAX_SUMMARY_FACTS = 256;

export async function loadSummaryFacts(
  db: Database,
  { after, through, ...thread }: BranchOfConversation & { after: number; through: number },
): Promise<StoredFact[]> {
  // `distinct`, because two branches may have facts of the same message.
  const { rows } = await sql<StoredFact>`
    select * from (
      select distinct on (seq, fact.ordinal) seq, fact.ordinal, value, clause, weight
      from ${seenStretches(thread)}
      join summary_fact fact on fact.conversation_id = stretch.source and fact.branch = stretch.branch
        and seq > ${after} and seq <= least(stretch.through_seq, ${through}::integer)
      order by seq, fact.ordinal
    ) fact
    order by weight desc, seq desc, ordinal limit ${MAX_SUMMARY_FACTS}`.execute(db);
  return rows;
}

export async function loadMessageTimes(
  db: Database,
  { seqs, ...thread }: BranchOfConversation & { seqs: readonly number[] },
): Promise<Map<number, number>> {
  if (seqs.length === 0) return new Map();
  const isAsked = sql`seq = any(${[...new Set(seqs)]}::integer[])`;
  const { rows } = await sql<{ seq: number; at: Date }>`
    select seq, created_at as at
    from ${seenMessages(thread, { where: isAsked, table: 'conversation_message' })} message`.execute(db);
  return new Map(rows.map(({ seq, at }) => [seq, at.getTime()]));
}

export async function insertSummaryFacts(
  trx: DatabaseTransaction,
  { conversationId, newFacts }: { conversationId: number; newFacts: readonly StoredFact[] },
): Promise<void> {
  if (newFacts.length === 0) return;
  const isOwn = sql`branch = (select branch from conversation where id = ${conversationId})`;
  const column = <Key extends keyof StoredFact>(key: Key): StoredFact[Key][] =>
    newFacts.map((fact) => fact[key]);
  await sql`
    insert into summary_fact (conversation_id, branch, seq, ordinal, value, clause, weight)
    select ${conversationId}::bigint, (select branch from conversation where id = ${conversationId}), fact.*
    from unnest(${column('seq')}::integer[], ${column('ordinal')}::integer[], ${column('value')}::text[],
      ${column('clause')}::text[], ${column('weight')}::real[]) as fact (seq, ordinal, value, clause, weight)
    on conflict do nothing`.execute(trx);
  await sql`
    delete from summary_fact where conversation_id = ${conversationId} and ${isOwn} and (seq, ordinal) not in (
      select seq, ordinal from summary_fact where conversation_id = ${conversationId} and ${isOwn}
        and seq > (select cleared_through from conversation where id = ${conversationId})
      order by weight desc, seq desc, ordinal limit ${MAX_SUMMARY_FACTS})`.execute(trx);
}
