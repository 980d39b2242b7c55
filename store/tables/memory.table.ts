import type { Generated } from 'kysely';
import type { MemoryKind } from '../../protocol/memory-kinds.js';

export interface MemoryTable {
  user_id: string;
  kind: MemoryKind;
  key: string;
  value: string;
  execution_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
