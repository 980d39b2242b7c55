import { refusal } from './refusal.js';
import { unreadableReason } from './unreadable-payload.js';

export function refuseUnreadable(input: unknown): void {
  const why = unreadableReason(input);
  if (why) throw refusal('Encryption.Unreadable', why);
}
