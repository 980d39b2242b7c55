export function toItems(value: unknown): readonly unknown[] {
  if (value == null) return [];
  return Array.isArray(value) ? value : [value];
}
