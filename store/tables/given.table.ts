import type { ColumnType, Generated } from 'kysely';

export interface GivenItemTable {
  user_id: string;
  channel: string;
  id: string;
  position: Generated<number>;
  item: ColumnType<Readonly<Record<string, unknown>>, string, never>;
  created_at: Generated<Date>;
}

export interface GivenMetadataTable {
  user_id: string;
  channel: string;
  subject: string;
  metadata: ColumnType<Readonly<Record<string, string>>, string, string>;
  created_at: Generated<Date>;
}
