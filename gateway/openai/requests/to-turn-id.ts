import { createHash } from 'node:crypto';
import { turnIdProblem } from '../../../protocol/ids.js';

/** A key is a turn's id; one that is too long for that, or has what no id may have, gives one by its hash. */
export function toTurnId(key: string): string {
  return turnIdProblem(key) === undefined ? key : createHash('sha256').update(key).digest('base64url');
}
