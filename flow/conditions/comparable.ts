import { toStorable } from '../values/to-storable.js';

/** A value as texts are compared: missing is empty, lists and objects are their JSON. */
export function comparableText(value: unknown): string {
  if (typeof value === 'string') return value;
  const storable = toStorable(value);
  if (storable === null) return '';
  return typeof storable === 'string' ? storable : JSON.stringify(storable);
}

/** UTF-16 units of a text, items of a list, members of an object; undefined for what has no length. */
export function comparableLength(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
