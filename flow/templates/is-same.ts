import type { Meter } from './meter.js';
import { jsonText } from './value-text.js';

/** Compares lists and objects as JSON. */
export function isSame(values: { left: unknown; right: unknown; meter: Meter }): boolean {
  const { left, right, meter } = values;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false;
    meter.read(left.length);
    return left === right;
  }
  if (left === right) return true;
  if (left == null || right == null) return false;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  return jsonText(left, { meter }) === jsonText(right, { meter });
}
