import type { ColumnType, GeneratedAlways } from 'kysely';

/** One act, or one read of somebody else's things. */
export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, never, never>;
  actor: string;
  via: 'client' | 'command' | 'worker';
  action: string;
  target: string;
  owner: string | null;
  outcome: string;
  /** The tool call that an answer is about, as `3.1`; null: the entry is about none. */
  call: string | null;
}
