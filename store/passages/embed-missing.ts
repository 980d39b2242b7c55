import { sql } from 'kysely';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { decodeCuts } from './cut-bytes.js';
import { toStoredVector, type StoredVector } from './stored-vector.js';
import { PASSAGES_A_ROW } from './term-bytes.js';

export interface TextEmbedder {
  readonly model: string;
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

interface EmbedMissingResult {
  embedded: number;
  isDone: boolean;
}

/** At most 25,600 tokens, below the providers' limits. */
const DEFAULT_LIMIT = 128;

/** Repeat until `isDone`. Stores nothing if the embedder throws. */
export async function embedMissing(
  db: Database,
  embedder: TextEmbedder,
  { conversationId, limit = DEFAULT_LIMIT }: { conversationId: number; limit?: number },
): Promise<EmbedMissingResult> {
  const missing = await loadMissing(db, { conversationId, model: embedder.model, limit });
  const last = missing.at(-1);
  if (!last) return { embedded: 0, isDone: true };
  const vectors = await embedder.embed(missing.map(({ text }) => text));
  if (vectors.length !== missing.length)
    throw new Error(
      `Embedding model '${embedder.model}' returned ${vectors.length} vectors for ${missing.length} texts`,
    );
  const stored = vectors.map(toStoredVector);
  await db.transaction().execute(async (trx) => {
    await upsertVectors(trx, { model: embedder.model, missing, stored });
    await trx
      .insertInto('embedding_progress')
      .values({
        conversation_id: conversationId,
        branch: last.branch,
        model: embedder.model,
        through_seq: last.seq,
        through_ordinal: last.ordinal,
      })
      .onConflict((conflict) =>
        conflict.columns(['conversation_id', 'branch']).doUpdateSet((eb) => ({
          model: eb.ref('excluded.model'),
          through_seq: eb.ref('excluded.through_seq'),
          through_ordinal: eb.ref('excluded.through_ordinal'),
        })),
      )
      .execute();
  });
  return { embedded: missing.length, isDone: missing.length < limit };
}

interface MissingPassage {
  conversationId: number;
  branch: number;
  position: number;
  role: 'user' | 'assistant';
  seq: number;
  ordinal: number;
  text: string;
}

async function loadMissing(
  db: Database,
  { conversationId, model, limit }: { conversationId: number; model: string; limit: number },
): Promise<MissingPassage[]> {
  // Includes partly embedded messages: an earlier call may have stopped within one.
  const { rows } = await sql<MissingRow>`
    with done as (
      select conversation.branch, coalesce(through_seq, 0) as seq, coalesce(through_ordinal, -1) as ordinal
      from conversation
      left join embedding_progress progress on progress.conversation_id = id
        and progress.branch = conversation.branch and model = ${model}
      where id = ${conversationId}
    ), missing as (
      select message.conversation_id as "conversationId", message.seq, passage.position, passage.role, passage.part, passage.cuts
      from ${seenMessages({ conversationId }, { after: sql`(select seq from done) - 1`, table: 'conversation_message' })} message
      join passage on passage.conversation_id = message.conversation_id
        and passage.position = message.position and passage.role = message.role
      where message.seq > (select cleared_through from conversation where id = ${conversationId})
        and (message.seq, (passage.part + 1) * ${PASSAGES_A_ROW} - 1) > (select seq, ordinal from done)
      order by message.seq, passage.part
      limit ${limit + 1}
    )
    select missing.*, done.branch, done.seq as "doneSeq", done.ordinal as "doneOrdinal"
    from missing cross join done
    order by missing.seq, missing.part`.execute(db);
  const contents = await loadContents(db, { conversationId, seqs: [...new Set(rows.map(({ seq }) => seq))] });
  return rows
    .flatMap(({ conversationId: source, branch, position, role, seq, part, cuts, doneSeq, doneOrdinal }) =>
      decodeCuts(cuts)
        .map(({ start, end }, place) => ({
          conversationId: source,
          branch,
          position,
          role,
          seq,
          ordinal: part * PASSAGES_A_ROW + place,
          text: (contents.get(seq) ?? '').slice(start, end),
        }))
        .filter(({ ordinal }) => seq > doneSeq || ordinal > doneOrdinal),
    )
    .slice(0, limit);
}

interface MissingRow {
  conversationId: number;
  branch: number;
  position: number;
  role: 'user' | 'assistant';
  seq: number;
  part: number;
  cuts: Buffer;
  doneSeq: number;
  doneOrdinal: number;
}

async function loadContents(
  db: Database,
  { conversationId, seqs }: { conversationId: number; seqs: readonly number[] },
): Promise<Map<number, string>> {
  if (seqs.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; content: string }>`
    select seq, content
    from ${seenMessages({ conversationId }, { where: sql`seq = any(${[...seqs]}::integer[])` })} message`.execute(
    db,
  );
  return new Map(rows.map(({ seq, content }) => [seq, content]));
}

async function upsertVectors(
  trx: Database,
  input: {
    model: string;
    missing: readonly MissingPassage[];
    stored: readonly StoredVector[];
  },
): Promise<void> {
  const { model, missing, stored } = input;
  await trx
    .insertInto('passage_embedding')
    .values(
      missing.map(({ conversationId, position, role, ordinal }, index) => ({
        conversation_id: conversationId,
        position,
        role,
        ordinal,
        model,
        signs: stored[index]?.signs ?? '',
        vector: stored[index]?.bytes ?? Buffer.alloc(0),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'position', 'role', 'ordinal']).doUpdateSet((eb) => ({
        model: eb.ref('excluded.model'),
        signs: eb.ref('excluded.signs'),
        vector: eb.ref('excluded.vector'),
      })),
    )
    .execute();
}
