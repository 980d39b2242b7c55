import { isRecord } from '../../protocol/is-record.js';

export function isTruthy(value: unknown): boolean {
  if (isRecord(value)) return Object.keys(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Names the kind of a value, because the value itself may be any text. */
export function nameKind(value: unknown): string {
  if (value == null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export function measureSize(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}
