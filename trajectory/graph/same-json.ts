import type { JsonValue } from './trajectory-node.js';

/**
 * Compares JSON regardless of key order. Survives thousands of levels, where `isDeepStrictEqual` overflows
 * the stack.
 */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    const [mine, theirs] = [one[name], Object.hasOwn(other, name) ? other[name] : undefined];
    if (mine === undefined || theirs === undefined || !sameJson(mine, theirs)) return false;
  }
  return true;
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null;
}
