/**
 * FNV-1a with 32 bits (http://www.isthe.com/chongo/tech/comp/fnv), because Workflow code has no crypto
 * module.
 */
export function shortHash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
