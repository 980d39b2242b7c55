import type { Generated, GeneratedAlways } from 'kysely';

export interface ArtifactTable {
  execution_id: number;
  user_id: string | null;
  step: number;
  ordinal: number;
  /** 0: the result's text or data. From 1: its images. From a billion: the artifacts that the tool saved. */
  part: number;
  name: string;
  media_type: string;
  content: Buffer;
  token_count: number;
  counted_bytes: GeneratedAlways<number>;
  created_at: Generated<Date>;
}
