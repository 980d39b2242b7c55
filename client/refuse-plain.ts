import { readWorkerKeyIds } from '../store/worker-settings.js';
import { Call } from './call/call.js';
import type { ClientContext } from './client-context.js';
import { ThreadlineError } from './threadline-error.js';

/** Sending works without Postgres, so the check waits at most this long. */
const CHECK_MS = 1_000;
/** Workers may get keys while a client runs. */
const KNOWN_FOR_MS = 60_000;

/** Throws `Encryption.KeysMissing` if workers encrypt and the client has no keys. */
export function createRefusePlain(context: () => ClientContext): () => Promise<void> {
  let keyIds: readonly string[] = [];
  let knownUntilMs = 0;
  return async () => {
    if (Date.now() >= knownUntilMs) {
      keyIds = await lookUp(context());
      knownUntilMs = Date.now() + KNOWN_FOR_MS;
    }
    if (keyIds.length === 0) return;
    // Removing the keys takes effect at once.
    knownUntilMs = 0;
    const ids = keyIds.map((id) => `'${id}'`).join(', ');
    throw new ThreadlineError(
      'Encryption.KeysMissing',
      `The workers encrypt with the keys ${ids}, but this client has no keys: set THREADLINE_KEYS_FILE or pass 'encryption'`,
    );
  };
}

async function lookUp(context: ClientContext): Promise<readonly string[]> {
  const call = new Call(context, { timeoutMs: Math.min(CHECK_MS, context.timeoutMs) });
  try {
    return await call.read(() => readWorkerKeyIds(context.db, context.taskQueue));
  } catch (error) {
    if (error instanceof ThreadlineError) return [];
    throw error;
  }
}
