export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => withSortedKeys(one));
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}
