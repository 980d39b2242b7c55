import { createHash } from 'node:crypto';

const CHARACTERS = 16;

/** No secret: anyone can hash a known name. */
export function hashUser(user: string): string {
  return createHash('sha256').update(user).digest('hex').slice(0, CHARACTERS);
}
