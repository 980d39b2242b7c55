import { z } from 'zod';
import { toStorable } from '../../../../flow/values/to-storable.js';
import type { Caller } from '../../gateway-env.js';
import { invalidField } from '../errors/openai-error.js';
import { fieldError } from '../requests/field-error.js';
import { readItem } from '../requests/input-schema.js';
import { newItemId } from './item-id.js';
import type { ItemsPage } from './items-query.js';

/** The same limit as OpenAI's. */
const MAX_ITEMS = 20;

const itemsField = z.array(z.looseObject({})).max(MAX_ITEMS);

export type AddedItem = Readonly<Record<string, unknown>> & { id: string };

export function readItems(
  given: unknown,
): { given: Readonly<Record<string, unknown>>; read: ReturnType<typeof readItem> }[] {
  const list = itemsField.safeParse(given);
  if (!list.success) throw fieldError(list.error, ['items']);
  return list.data.map((item, index) => ({ given: item, read: readItem(item, { index, field: 'items' }) }));
}

export async function addItems(
  { client, user }: Caller,
  { channel, items: given, id }: { channel: string; items: unknown; id: string },
): Promise<AddedItem[]> {
  const added = readItems(given).map(({ given: item }, index) => {
    const { id: _own, ...rest } = item;
    // NUL and lone surrogates are replaced. An object stays an object.
    return { id: newItemId(channel, `${id}.${index}`), item: toStorable(withParts(rest)) as typeof rest };
  });
  if (added.length > 0) await client.openai.addItems(channel, added, { user });
  return added.map(toAdded);
}

export async function readAdded({ client, user }: Caller, channel: string): Promise<AddedItem[]> {
  return (await client.openai.items(channel, { user })).map(toAdded);
}

export function pageAdded(
  items: readonly AddedItem[],
  { limit, after, order }: Omit<ItemsPage, 'after'> & { after?: string | undefined },
) {
  const ordered = order === 'asc' ? items : items.toReversed();
  const begin = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && begin === 0)
    throw invalidField('after', "'after' is not the id of an item of this list");
  const data = ordered.slice(begin, begin + limit);
  return renderAdded(data, { hasMore: begin + limit < ordered.length });
}

export function renderAdded(data: readonly AddedItem[], { hasMore }: { hasMore: boolean }) {
  return {
    object: 'list' as const,
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}

function toAdded({ id, item }: { id: string; item: Readonly<Record<string, unknown>> }): AddedItem {
  return { ...item, id };
}

/** Adds the type, which clients may omit. Text content becomes parts. */
function withParts(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type = 'message', role, content } = item;
  if (type !== 'message' || typeof content !== 'string') return { ...item, type };
  const part =
    role === 'assistant'
      ? { type: 'output_text', text: content, annotations: [], logprobs: [] }
      : { type: 'input_text', text: content };
  return { ...item, type, status: 'completed', content: [part] };
}
