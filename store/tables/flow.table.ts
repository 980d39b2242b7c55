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
  /** A draft never becomes current. It runs only on request. */
  is_draft: Generated<boolean>;
  /** Null if several users have tried the draft. */
  drafted_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The time of a draft is that of its last try. */
  created_at: ColumnType<Date, never, Date>;
}
