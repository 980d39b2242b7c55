import { toStorable } from '../values/to-storable.js';

export function comparableText(value: unknown): string {
  if (typeof value === 'string') return value;
  const storable = toStorable(value);
  if (storable === null) return '';
  return typeof storable === 'string' ? storable : JSON.stringify(storable);
}

export function comparableLength(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
