import { z } from 'zod';
import { invalidField } from '../errors/openai-error.js';
import { readPlace } from './conversation-items.js';

/** The part of a list that is asked for. */
export interface ItemsPage {
  limit: number;
  /** The place of the last item that the reader has; undefined: it has none. */
  after: number | undefined;
  order: 'asc' | 'desc';
}

export const itemsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** The page of a list that a request asks for. Throws an error that names a wrong `after`. */
export function toItemsPage({ after, ...rest }: z.infer<typeof itemsQuery>): ItemsPage {
  if (after === undefined) return { ...rest, after };
  const place = readPlace(after);
  if (place === undefined) throw invalidField('after', "'after' is no id of an item");
  return { ...rest, after: place };
}
