import { z } from 'zod';
import { LOWEST_PRIORITY } from '../../../protocol/priority.js';

export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export function limit(max: number) {
  return z.coerce.number().int().min(1).max(max).optional().describe(`1 to ${max}, default 50`);
}

export const priority = z
  .int()
  .min(1)
  .max(LOWEST_PRIORITY)
  .optional()
  .describe('1 (highest) to 5 (lowest), default 3: lower numbers run first in a backlog');
