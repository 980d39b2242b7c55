import { createHash } from 'node:crypto';
import { turnIdProblem } from '../../../../protocol/ids.js';

export function toTurnId(key: string): string {
  return turnIdProblem(key) ? createHash('sha256').update(key).digest('base64url') : key;
}
