import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { FlowDefinition } from '../../flow/definition.js';
import type { RecordedNeeds } from '../../flow/needs/schema-hashes.js';

export interface FlowTable {
  id: Generated<number>;
  slug: string;
  current_version: number;
  created_at: Generated<Date>;
}

export interface FlowVersionTable {
  flow_slug: string;
  version: number;
  definition: JSONColumnType<FlowDefinition>;
  hash: string | null;
  publication: ColumnType<number | null, number | undefined, number>;
  needs: ColumnType<RecordedNeeds, string, string>;
  /** Runs only on request, and never becomes current. */
  is_draft: Generated<boolean>;
  /** Null if several users have tried the draft. */
  drafted_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** A draft's last try. */
  created_at: ColumnType<Date, never, Date>;
}
