import type { Generated, GeneratedAlways } from 'kysely';

export interface ArtifactTable {
  execution_id: number;
  /** The user whose storage limit it counts against: that of the execution. */
  user_id: string | null;
  step: number;
  ordinal: number;
  /**
   * 0: the text or the data of a result; 1 and up: its pictures; from a billion: artifacts that the tool itself
   * saved.
   */
  part: number;
  name: string;
  media_type: string;
  content: Buffer;
  token_count: number;
  /** The bytes that it counts against the storage limit: those of the content, at least 4,096. */
  counted_bytes: GeneratedAlways<number>;
  created_at: Generated<Date>;
}
