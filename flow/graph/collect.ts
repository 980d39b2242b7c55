import type { Neighbours } from './neighbours.js';

/** The starts and all that can be walked to from them; `barred` is never entered. */
export function collect(
  starts: readonly string[],
  { along, barred }: { along: Neighbours; barred?: string },
): ReadonlySet<string> {
  const found = new Set(starts);
  if (barred !== undefined) found.delete(barred);
  // A set gives what is added while it is walked.
  for (const id of found) for (const next of along.get(id) ?? []) if (next !== barred) found.add(next);
  return found;
}
