import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { FlowDefinition } from '../../flow/definition.js';

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
  hash: string;
  /** It was tried and never published: no flow's current version, and pinned by those executions alone that name it. */
  is_draft: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
