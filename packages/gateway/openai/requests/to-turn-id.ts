import { createHash } from 'node:crypto';
import { turnIdProblem } from '../../../../protocol/ids.js';

/** Hashes a key that is too long or has invalid characters. */
export function toTurnId(key: string): string {
  return turnIdProblem(key) === undefined ? key : createHash('sha256').update(key).digest('base64url');
}
