import { refusal } from './refusal.js';
import { unreadableReason } from './unreadable-payload.js';

/** Refuses an input encrypted with a key that this worker lacks, naming the key. */
export function refuseUnreadable(input: unknown): void {
  const why = unreadableReason(input);
  if (why !== undefined) throw refusal('Encryption.Unreadable', why);
}
