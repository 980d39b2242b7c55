import type { Neighbours } from './neighbours.js';

export function collect(
  starts: readonly string[],
  { along, barred }: { along: Neighbours; barred?: string },
): ReadonlySet<string> {
  const found = new Set(starts);
  if (barred !== undefined) found.delete(barred);
  // The loop also visits ids that it adds.
  for (const id of found) for (const next of along.get(id) ?? []) if (next !== barred) found.add(next);
  return found;
}
