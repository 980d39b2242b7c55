/** The items that a template gives: what is no list is one item, null or missing is none. */
export function toItems(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
