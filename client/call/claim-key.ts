import { createHash } from 'node:crypto';
import { claimRequestKey, releaseRequestKey } from '../../store/users/request-keys.js';
import type { Call } from './call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

export interface KeyClaim {
  /** Of the first request with the key. */
  readonly createdAt: Date;
  release(): Promise<void>;
}

export async function claimKey(
  { context: { db }, call }: { context: ClientContext; call: Call },
  { key, ...request }: { user: string; key: string; hash: string },
): Promise<KeyClaim> {
  // An index cannot hold a long key.
  const claim = { ...request, key: createHash('sha256').update(key).digest('hex') };
  const { hash, isNew, createdAt } = await call.read(() => claimRequestKey(db, claim));
  if (hash !== claim.hash)
    throw new ThreadlineError(
      'Turn.Conflict',
      `Idempotency key '${key.slice(0, 80)}' was used for another request: send this one under a new key`,
    );
  return {
    createdAt,
    async release() {
      if (isNew) await call.store(() => releaseRequestKey(db, claim));
    },
  };
}
