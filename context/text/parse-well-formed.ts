import { wellFormed } from './well-formed.js';

/** `jsonb` rejects NUL and lone surrogates, which JSON can hide as escapes. */
export function parseWellFormed(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) => {
    if (typeof value === 'string') return wellFormed(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const names = Object.keys(value);
    if (names.every((name) => wellFormed(name) === name)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [wellFormed(name), entry]));
  });
}
