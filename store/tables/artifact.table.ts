import type { Generated, GeneratedAlways } from 'kysely';

export interface ArtifactTable {
  execution_id: number;
  user_id: string | null;
  step: number;
  ordinal: number;
  /**
   * 0 is the result's text or data. Its images are numbered from 1, artifacts that the tool saved from a
   * billion.
   */
  part: number;
  name: string;
  media_type: string;
  content: Buffer;
  token_count: number;
  counted_bytes: GeneratedAlways<number>;
  created_at: Generated<Date>;
}
