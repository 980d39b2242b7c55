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
  /** Null: a draft that was removed. */
  hash: string | null;
  /** The place in the order of the flow's publications; null: it was never published, or only by a worker of an older release. */
  publication: ColumnType<number | null, number | undefined, number>;
  /** Null: stored by an older release. */
  needs: ColumnType<RecordedNeeds | null, string | undefined, string>;
  /** It was tried and never published: no flow's current version, and pinned by those executions alone that name it. */
  is_draft: Generated<boolean>;
  /** The one user who tried a draft; null: several did, or nobody in particular. */
  drafted_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of a draft: when it was last tried. */
  created_at: ColumnType<Date, never, Date>;
}
