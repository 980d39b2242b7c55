import { z } from 'zod';
import { wholeNumber } from '../requests/whole-number.js';
import { LOWEST_PRIORITY } from '../../../protocol/priority.js';

export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export function limit(maximum: number, fallback = 50) {
  return wholeNumber(1, maximum).default(fallback).describe(`1 to ${maximum}, default ${fallback}`);
}

export const before = z.string().min(1).optional().describe('`next` of the previous page');

export const priority = z
  .int()
  .min(1)
  .max(LOWEST_PRIORITY)
  .optional()
  .describe('1 (highest) to 5 (lowest), default 3: lower numbers run first in a backlog');
