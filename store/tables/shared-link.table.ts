import type { Generated } from 'kysely';

export interface SharedLinkTable {
  id: string;
  hash: string;
  conversation_id: number;
  branch: number;
  through_seq: number;
  created_at: Generated<Date>;
  expires_at: Date;
}
