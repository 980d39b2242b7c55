import type { Generated } from 'kysely';

/** A key by which programs ask a gateway. */
export interface ApiKeyTable {
  /** The part of the key that names it. */
  id: string;
  /** SHA-256 of the whole key, as hexadecimal digits. */
  hash: string;
  user_id: string;
  name: string | null;
  /** Slugs of the flows that exist for it; null: all. */
  flows: string[] | null;
  is_admin: Generated<boolean>;
  /** Roles of its user, by which they approve; null: none. */
  roles: string[] | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** To the hour. */
  used_at: Date | null;
}
