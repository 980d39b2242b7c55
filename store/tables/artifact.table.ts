import type { Generated } from 'kysely';

export interface ArtifactTable {
  execution_id: number;
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
  created_at: Generated<Date>;
}
