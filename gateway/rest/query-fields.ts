import { z } from 'zod';

/** A moment, as ISO 8601 with its zone. */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** How many a list has at the most. */
export function limit(max: number) {
  return z.coerce.number().int().min(1).max(max).optional().describe(`1 to ${max}, default 50`);
}
