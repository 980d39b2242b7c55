import type { Generated, GeneratedAlways } from 'kysely';

export interface ArtifactTable {
  execution_id: number;
  user_id: string | null;
  step: number;
  ordinal: number;
  /** 0: text or data; from 1: images; from a billion: saved by the tool. */
  part: number;
  name: string;
  media_type: string;
  content: Buffer;
  token_count: number;
  counted_bytes: GeneratedAlways<number>;
  created_at: Generated<Date>;
}
