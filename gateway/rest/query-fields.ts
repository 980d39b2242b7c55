import { z } from 'zod';

/** How many a list has at the most. */
export function limit(max: number) {
  return z.coerce.number().int().min(1).max(max).optional().describe(`1 to ${max}, default 50`);
}
