import type { Path } from './path.js';

/** Every text in a list or an object, with its path; a plain text is its own. */
export function textsIn(value: unknown, path: Path = []): readonly { text: string; path: Path }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]));
}
