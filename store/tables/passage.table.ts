import type { Generated } from 'kysely';

export interface PassageTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  part: number;
  cuts: Buffer;
  terms: Buffer;
}

export interface PassageEmbeddingTable {
  conversation_id: number;
  position: number;
  role: 'user' | 'assistant';
  ordinal: number;
  model: string;
  signs: string;
  vector: Buffer;
}

export interface EmbeddingProgressTable {
  conversation_id: number;
  branch: Generated<number>;
  model: string;
  through_seq: number;
  through_ordinal: number;
}
