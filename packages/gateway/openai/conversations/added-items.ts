import { z } from 'zod';
import { toStorable } from '../../../../flow/values/to-storable.js';
import type { Caller } from '../../gateway-env.js';
import { isRecord } from '../../../../protocol/is-record.js';
import { isAddress } from '../../../../protocol/message-parts.js';
import { invalidField, OpenAiError } from '../errors/openai-error.js';
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
  const added: { id: string; item: Readonly<Record<string, unknown>> }[] = [];
  for (const [index, { given: item }] of readItems(given).entries()) {
    const { id: _own, ...rest } = item;
    const stored = await storeFiles({ client, user }, withParts(rest));
    // NUL and lone surrogates are replaced. An object stays an object.
    added.push({ id: newItemId(channel, `${id}.${index}`), item: toStorable(stored) as typeof rest });
  }
  if (added.length > 0 && (await client.openai.addItems(channel, added, { user })) === 'full') throw full();
  return added.map(toAdded);
}

function full(): OpenAiError {
  return new OpenAiError(
    'Before its first response, a conversation accepts up to 2,000 items of 2 MB in total: create a response first',
    { status: 413, type: 'invalid_request_error', code: 'conversation_full', param: 'items' },
  );
}

/** Replaces content by references to uploads, which count for the user's storage limit. */
async function storeFiles(
  caller: Pick<Caller, 'client' | 'user'>,
  item: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const stored: Record<string, unknown> = { ...item };
  for (const field of ['content', 'output']) {
    const parts: unknown = item[field];
    if (!Array.isArray(parts)) continue;
    const references: unknown[] = [];
    for (const part of parts as readonly unknown[]) references.push(await storeFile(caller, part));
    stored[field] = references;
  }
  return stored;
}

async function storeFile({ client, user }: Pick<Caller, 'client' | 'user'>, part: unknown): Promise<unknown> {
  if (!isRecord(part)) return part;
  const { image_url: image, file_data: data, ...rest } = part;
  const content = part['type'] === 'input_image' ? image : part['type'] === 'input_file' ? data : undefined;
  if (typeof content !== 'string' || isAddress(content)) return part;
  const filename = typeof part['filename'] === 'string' ? part['filename'] : undefined;
  const { ref } = await client.upload(content, { user, filename });
  return { ...rest, file_id: ref };
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
