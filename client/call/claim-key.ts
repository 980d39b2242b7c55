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
  claim: { user: string; key: string; hash: string },
): Promise<KeyClaim> {
  const { hash, isNew, createdAt } = await call.read(() => claimRequestKey(db, claim));
  if (hash !== claim.hash)
    throw new ThreadlineError(
      'Turn.Conflict',
      `Idempotency key '${claim.key.slice(0, 80)}' was used for another request: send this one under a new key`,
    );
  return {
    createdAt,
    async release() {
      if (isNew) await call.store(() => releaseRequestKey(db, claim));
    },
  };
}
