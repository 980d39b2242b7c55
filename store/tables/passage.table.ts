export interface PassageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  /** Which row of its message: each has up to `PASSAGES_A_ROW` passages. */
  part: number;
  /** Of each passage where it begins and ends and its tokens: see `cut-bytes.ts`. */
  cuts: Buffer;
  /** The terms of its passages and how often they stand in each: see `term-bytes.ts`. */
  terms: Buffer;
}

export interface PassageEmbeddingTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  /** Which passage of its message. */
  ordinal: number;
  /** Id of the embedding model; vectors of others are never compared with it. */
  model: string;
  /** A bit for each dimension, `1` where it is positive. */
  signs: string;
  /** A signed byte for each dimension, of length 127 at most. */
  vector: Buffer;
}

export interface EmbeddingProgressTable {
  conversation_id: number;
  model: string;
  /** All passages up to this one have been embedded. */
  through_seq: number;
  through_ordinal: number;
}
