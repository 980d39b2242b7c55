import type { Generated, GeneratedAlways } from 'kysely';

export interface ArtifactTable {
  execution_id: number;
  user_id: string | null;
  step: number;
  ordinal: number;
  /** 0 is the result's text or data, then its images, and from a billion the tool's artifacts. */
  part: number;
  name: string;
  media_type: string;
  content: Buffer;
  token_count: number;
  counted_bytes: GeneratedAlways<number>;
  created_at: Generated<Date>;
}
