import { toStorable } from '../values/to-storable.js';

/** Converts a value for text comparison: missing is empty, lists and objects are JSON. */
export function comparableText(value: unknown): string {
  if (typeof value === 'string') return value;
  const storable = toStorable(value);
  if (storable === null) return '';
  return typeof storable === 'string' ? storable : JSON.stringify(storable);
}

/** UTF-16 units of a text, items of a list, or members of an object; else undefined. */
export function comparableLength(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
