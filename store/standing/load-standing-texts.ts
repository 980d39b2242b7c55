import { sql } from 'kysely';
import type { StandingBeginning } from '../../context/sent/explain-rows.js';
import type { StandingReference } from '../../context/message/needs.js';
import type { ShownRequest } from '../../context/standing/render-standing.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { threadLevels } from '../threads/thread-levels.js';

export type FoundRequest = StandingBeginning & ShownRequest;

interface FindInput {
  conversationId: number;
  branch?: number | undefined;
  requests: readonly StandingReference[];
}

export async function findStandingTexts(
  db: Database,
  { conversationId, branch, requests }: FindInput,
): Promise<FoundRequest[]> {
  const seqs = requests.map(([seq]) => seq);
  const ordinals = requests.map(([, ordinal]) => ordinal);
  const depths = requests.map(([, , , depth]) => depth ?? null);
  const { rows } = await sql<Omit<FoundRequest, 'depth'> & { depth: number | null }>`
    with recursive ${threadLevels(
      sql`select 0 as key, ${conversationId}::bigint as id, ${branch ?? null}::integer as branch`,
    )}
    select level.depth, seq, ordinal, statement.content as text,
      floor(extract(epoch from created_at) * 1000)::float8 as "atMs"
    from (select distinct * from unnest(${seqs}::integer[], ${ordinals}::smallint[], ${depths}::integer[])
      as sent (sent_seq, sent_ordinal, sent_depth)) sent
    join level on level.depth is not distinct from sent_depth
    cross join lateral ${seenMessages(
      { conversationId: sql`level.id`, branch: sql`level.branch` },
      { where: sql`seq = sent_seq and role = 'user'`, table: 'conversation_message' },
    )} message
    join standing_statement statement on statement.conversation_id = message.conversation_id
      and statement.position = message.position and ordinal = sent_ordinal`.execute(db);
  return rows.map(({ depth, ...row }) => ({ ...row, depth: depth ?? undefined }));
}

export async function loadStandingTexts(db: Database, input: FindInput): Promise<ShownRequest[]> {
  const found = await findStandingTexts(db, input);
  return input.requests.map(([seq, ordinal, , depth]) => {
    const row = found.find((one) => one.seq === seq && one.ordinal === ordinal && one.depth === depth);
    if (!row) throw new Error(`The standing request of message ${seq} does not exist`);
    return { text: row.text, atMs: row.atMs };
  });
}
