import { ThreadlineError } from '../../client/threadline-error.js';

/** Far more than definitions and schemas have; what checks a value goes down it by calls, of which a process takes thousands. */
const MAX_LEVELS = 200;

/** A text as JSON. Throws what `JSON.parse` does, and `Gateway.InvalidRequest` for lists and objects within each other without end. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (levelsIn(value) > MAX_LEVELS)
    throw new ThreadlineError(
      'Gateway.InvalidRequest',
      `The body has lists and objects within each other, more than ${MAX_LEVELS} levels of them`,
    );
  return value;
}

/** How deep a value is, as far as it matters. */
function levelsIn(value: unknown): number {
  let levels = 0;
  // Level by level: going down by calls is what it is to prevent.
  for (let level = [value]; level.length > 0 && levels <= MAX_LEVELS; levels += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return levels;
}
