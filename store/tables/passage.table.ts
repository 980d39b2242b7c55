import type { Generated } from 'kysely';

export interface PassageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  /** Which row of its message this is. Each row has up to `PASSAGES_A_ROW` passages. */
  part: number;
  /** For each passage its beginning, its end and its tokens: see `cut-bytes.ts`. */
  cuts: Buffer;
  /** The terms of the passages, with how often they occur in each: see `term-bytes.ts`. */
  terms: Buffer;
}

export interface PassageEmbeddingTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  /** Which passage of its message this is. */
  ordinal: number;
  /** Id of the embedding model. Vectors of other models are never compared with it. */
  model: string;
  /** One bit for each dimension: `1` where the component is positive. */
  signs: string;
  /** One signed byte for each dimension. The vector's length is at most 127. */
  vector: Buffer;
}

export interface EmbeddingProgressTable {
  conversation_id: number;
  /** The branch that was looked through. */
  branch: Generated<number>;
  model: string;
  /** All passages up to this place have been embedded. */
  through_seq: number;
  through_ordinal: number;
}
