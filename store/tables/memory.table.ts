import type { Generated } from 'kysely';
import type { MEMORY_KINDS } from '../../views/memory.js';

export type MemoryKind = (typeof MEMORY_KINDS)[number];

export interface MemoryTable {
  user_id: string;
  kind: MemoryKind;
  key: string;
  value: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
