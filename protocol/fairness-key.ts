import { utf8Length } from './ids.js';

/** Temporal's limit. */
const MAX_BYTES = 64;

/** Long names become a hash: on a collision, two users share one share. */
export function fairnessKey(user: string): string {
  return utf8Length(user) <= MAX_BYTES ? user : `user-${hash(user)}`;
}

/** FNV-1a with 32 bits: Workflow code has no crypto. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
