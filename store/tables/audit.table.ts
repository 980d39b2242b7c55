import type { ColumnType, GeneratedAlways } from 'kysely';

/** An act, or a read of somebody else's data. */
export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, never, never>;
  actor: string;
  via: 'client' | 'command' | 'worker';
  action: string;
  target: string;
  owner: string | null;
  outcome: string;
  /** The approved tool call, such as `3.1`. */
  call: string | null;
}
