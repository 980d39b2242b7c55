import type { ColumnType, Generated } from 'kysely';

/** An item that a client added to a conversation before its first response. */
export interface GivenItemTable {
  user_id: string;
  channel: string;
  id: string;
  /** Orders the items of a conversation. */
  position: Generated<number>;
  item: ColumnType<Readonly<Record<string, unknown>>, string, never>;
  created_at: Generated<Date>;
}

/** The metadata that a client gave a conversation or a response. */
export interface GivenMetadataTable {
  user_id: string;
  /** The channel of the conversation that it goes with. */
  channel: string;
  subject: string;
  metadata: ColumnType<Readonly<Record<string, string>>, string, string>;
  created_at: Generated<Date>;
}
