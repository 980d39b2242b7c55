import { z } from 'zod';

/** ISO 8601 with time zone. */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export function limit(max: number) {
  return z.coerce.number().int().min(1).max(max).optional().describe(`1 to ${max}, default 50`);
}
