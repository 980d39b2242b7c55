import type { Generated } from 'kysely';

export interface ApiKeyTable {
  id: string;
  hash: string;
  user_id: string;
  name: string | null;
  flows: string[] | null;
  is_admin: Generated<boolean>;
  roles: string[] | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  used_at: Date | null;
}
