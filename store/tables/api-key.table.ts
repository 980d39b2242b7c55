import type { Generated } from 'kysely';

export interface ApiKeyTable {
  id: string;
  /** SHA-256 of the key, in hex. */
  hash: string;
  user_id: string;
  name: string | null;
  /** Slugs of allowed flows. Null means all. */
  flows: string[] | null;
  is_admin: Generated<boolean>;
  roles: string[] | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Rounded to the hour. */
  used_at: Date | null;
}
