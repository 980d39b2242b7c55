import type { ColumnType, GeneratedAlways } from 'kysely';

export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: ColumnType<Date, never, never>;
  actor: string;
  via: 'client' | 'command' | 'worker';
  action: string;
  target: string;
  owner: string | null;
  outcome: string;
  call: string | null;
}
