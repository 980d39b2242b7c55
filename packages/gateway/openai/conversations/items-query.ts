import { z } from 'zod';
import { limit } from '../../rest/query-fields.js';
import { invalidField } from '../errors/openai-error.js';
import { readItemPlace } from './item-id.js';

export interface ItemsPage {
  limit: number;
  after: number | undefined;
  order: 'asc' | 'desc';
}

export const itemsQuery = z.object({
  limit: limit(100, 20),
  after: z.string().optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

export function toItemsPage({ after, ...rest }: z.infer<typeof itemsQuery>, channel: string): ItemsPage {
  if (after === undefined) return { ...rest, after };
  const place = readItemPlace(after);
  if (place?.channel !== channel || !('seq' in place))
    throw invalidField('after', "'after' is not the id of an item of this list");
  return { ...rest, after: place.seq };
}
