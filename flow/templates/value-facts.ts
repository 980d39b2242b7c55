import { isRecord } from '../../protocol/is-record.js';

/** False for empty texts, lists and objects, zero and null. */
export function isTruthy(value: unknown): boolean {
  if (isRecord(value)) return Object.keys(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Its own text may be anything. */
export function nameKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export function measureSize(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}
