import type { Generated } from 'kysely';

export const MEMORY_KINDS = ['fact', 'episode', 'procedure'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

export interface MemoryTable {
  user_id: string;
  kind: MemoryKind;
  key: string;
  value: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
