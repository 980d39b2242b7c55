import { sql } from 'kysely';
import { isInStretch, seenStretches } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { cosine, toStoredVector } from './stored-vector.js';

export interface QuestionEmbedding {
  model: string;
  vector: readonly number[];
}

export interface NearPassage {
  seq: number;
  ordinal: number;
  similarity: number;
}

const MAX_COMPARED = 2_000;
/** This many vectors, whose signs agree most with the question's, are compared exactly. */
const FIRST_LOOK = 1_000;

export async function findNearestPassages(
  db: Database,
  input: {
    conversationId: number;
    branch?: number | undefined;
    after: number;
    before: number;
    embedding: QuestionEmbedding;
  },
): Promise<NearPassage[]> {
  const { conversationId, branch, after, before } = input;
  const { model, vector } = input.embedding;
  const { signs } = toStoredVector(vector);
  const { rows } = await sql<{ seq: number; ordinal: number; vector: Buffer }>`
    with own as materialized (
      select embedding.conversation_id, embedding.position, embedding.role, embedding.ordinal, embedding.signs, message.seq
      from ${seenStretches({ conversationId, branch })}
      join passage_embedding embedding on embedding.conversation_id = stretch.source
      join conversation_message message using (conversation_id, position, role)
      where ${isInStretch('message')} and embedding.model = ${model}
        and length(embedding.signs) = ${vector.length} and message.seq > ${after} and message.seq < ${before}
    ), best as (
      select conversation_id, position, role, ordinal, seq from own order by bit_count(signs # ${signs}::varbit)
      limit (select case when count(*) > ${MAX_COMPARED}::bigint then ${FIRST_LOOK}::bigint else ${MAX_COMPARED}::bigint end from own)
    )
    select best.seq, best.ordinal, embedding.vector
    from best join passage_embedding embedding
      on embedding.conversation_id = best.conversation_id and embedding.position = best.position
        and embedding.role = best.role and embedding.ordinal = best.ordinal`.execute(db);
  return rows
    .map(({ seq, ordinal, vector: stored }) => ({ seq, ordinal, similarity: cosine(vector, stored) }))
    .sort((a, b) => b.similarity - a.similarity || a.seq - b.seq || a.ordinal - b.ordinal);
}
