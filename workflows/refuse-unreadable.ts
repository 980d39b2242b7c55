import { refusal } from './refusal.js';
import { unreadableReason } from './unreadable-payload.js';

/** Names the key that this worker lacks. */
export function refuseUnreadable(input: unknown): void {
  const why = unreadableReason(input);
  if (why !== undefined) throw refusal('Encryption.Unreadable', why);
}
