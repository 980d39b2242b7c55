import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import type { HistoryPage } from '../../../../views/conversation.js';
import type { Caller, GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { invalidField, notFound } from '../errors/openai-error.js';
import { resolveReferences } from '../resolve-references.js';
import { checkFields } from '../requests/check-fields.js';
import { fieldError } from '../requests/field-error.js';
import { CONVERSATION_FIELDS, type FieldTable } from '../requests/request-fields.js';
import { readIdempotencyKey, startKeyed } from '../requests/start-keyed.js';
import { itemFiles, readRequest } from '../requests/read-request.js';
import { metadataField } from '../requests/metadata.js';
import { refused } from '../requests/refusing.js';
import { renderItems } from './conversation-items.js';
import { findItem, noSuchItem } from './find-item.js';
import { addItems, pageAdded, readAdded, renderAdded, readItems } from './added-items.js';
import { readItemPlace } from './item-id.js';
import { itemsQuery, toItemsPage, type ItemsPage } from './items-query.js';
import { randomUUID, createHash } from 'node:crypto';
import { END_OF_PAST, readPast } from '../chat/read-past.js';
import { toChatMessages } from '../requests/input-schema.js';

const REFUSED = {
  deleteItem: 'Messages cannot be deleted: regenerate or edit one, or delete the conversation',
} as const;

export function addConversationRoutes(routes: Hono<GatewayEnv>): void {
  routes.post(
    '/conversations',
    answering(async (c) => {
      const caller = c.get('caller');
      const body = await readBody(c, CONVERSATION_FIELDS);
      const key = readIdempotencyKey(c);
      const start = (firstAt: Date) => createConversation(caller, body, { key, firstAt });
      const asked = { key, endpoint: 'conversations', channel: undefined, body, start };
      return c.json(await renderConversation(caller, await startKeyed(caller, asked)));
    }),
  );
  routes.get(
    '/conversations/:id',
    answering(async (c) => c.json(await renderConversation(c.get('caller'), readId(c)))),
  );
  routes.post(
    '/conversations/:id',
    answering(async (c) => {
      const { metadata = {} } = await readBody(c, { metadata: CONVERSATION_FIELDS.metadata });
      await find(c.get('caller'), readId(c));
      await putMetadata(c.get('caller'), readId(c), metadata);
      return c.json(await renderConversation(c.get('caller'), readId(c)));
    }),
  );
  routes.delete(
    '/conversations/:id',
    answering(async (c) => {
      const id = readId(c);
      const caller = c.get('caller');
      for (const conversation of await findAll(caller, id)) await conversation.close();
      await caller.client.openai.deleteItems(id, { user: caller.user });
      await caller.client.openai.deleteMetadata({ channel: id }, { user: caller.user });
      return c.json({ id, object: 'conversation.deleted', deleted: true });
    }),
  );
  addItemRoutes(routes);
}

function addItemRoutes(routes: Hono<GatewayEnv>): void {
  routes.get(
    '/conversations/:id/items',
    answering(async (c, query) => {
      const { client, user } = c.get('caller');
      const channel = readId(c);
      const [newest] = await find(c.get('caller'), channel);
      if (!newest) return c.json(pageAdded(await readAdded(c.get('caller'), channel), query));
      const key = { flow: newest.flow, channel };
      const page = await listItems(client.conversation({ ...key, user }), toItemsPage(query, channel));
      return c.json(renderItems(page, key));
    }, itemsQuery),
  );
  routes.get(
    '/conversations/:id/items/:item',
    answering(async (c) => {
      await find(c.get('caller'), readId(c));
      return c.json(await readItem(c));
    }),
  );
  routes.post(
    '/conversations/:id/items',
    answering(async (c) => {
      const body = await readBody(c, { items: CONVERSATION_FIELDS.items });
      const [caller, channel] = [c.get('caller'), readId(c)];
      const key = readIdempotencyKey(c);
      const start = () => storeItems(caller, { channel, given: body.items, id: key ?? randomUUID() });
      return c.json(await startKeyed(caller, { key, endpoint: 'conversations/items', channel, body, start }));
    }),
  );
  routes.delete(
    '/conversations/:id/items/:item',
    answering(async (c) => {
      const { client, user } = c.get('caller');
      const begun = await find(c.get('caller'), readId(c));
      const { id } = await readItem(c);
      if (begun.length > 0) throw refused(REFUSED.deleteItem);
      await client.openai.deleteItems(readId(c), { user, id });
      return c.json(await renderConversation(c.get('caller'), readId(c)));
    }),
  );
}

async function readItem(c: Context<GatewayEnv>) {
  const id = c.req.param('item') ?? '';
  const isOfConversation = readItemPlace(id)?.channel === readId(c);
  const item = isOfConversation ? await findItem(c.get('caller'), id) : undefined;
  if (!item) throw noSuchItem(id);
  return item;
}

const bodyFields = z.object({ items: z.unknown().optional(), metadata: metadataField.nullish() });

async function readBody(
  c: Context<GatewayEnv>,
  fields: FieldTable,
): Promise<{ items: unknown; metadata: Metadata | undefined }> {
  const body = await readRequest(c, itemFiles('items'));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The request body is not a JSON object');
  checkFields({ ...body }, fields);
  const read = bodyFields.safeParse(body);
  if (!read.success) throw fieldError(read.error);
  return { items: read.data.items, metadata: read.data.metadata ?? undefined };
}

type Metadata = Readonly<Record<string, string>>;

function putMetadata({ client, user }: Caller, id: string, metadata: Metadata): Promise<void> {
  return client.openai.putMetadata({ channel: id }, metadata, { user });
}

/** Idempotent for one key. */
async function createConversation(
  caller: Caller,
  { items: given, metadata }: Awaited<ReturnType<typeof readBody>>,
  { key = randomUUID(), firstAt }: { key: string | undefined; firstAt: Date },
): Promise<string> {
  const items = await resolveReferences(caller, { items: given ?? [], field: 'items' });
  const id = makeConversationId(caller.user, { key, firstAt });
  await addItems(caller, { channel: id, items, id: key });
  if (metadata) await putMetadata(caller, id, metadata);
  return id;
}

async function renderConversation(caller: Caller, id: string) {
  const [newest] = await find(caller, id);
  const created = madeAt(caller.user, id) ?? Math.floor((newest?.createdAt.getTime() ?? 0) / 1_000);
  const metadata = await caller.client.openai.metadata({ channel: id }, { user: caller.user });
  return { id, object: 'conversation' as const, created_at: created, metadata };
}

/** Most recently used first. Throws a 404 if there are none. */
async function findAll(caller: Caller, channel: string): Promise<ConversationHandle[]> {
  const { client, user } = caller;
  const found = await find(caller, channel);
  return found.map(({ flow }) => client.conversation({ flow, user, channel }));
}

async function find({ client, user }: Caller, channel: string) {
  const { conversations: found } = await client.conversations({ channel });
  if (found.length === 0 && madeAt(user, channel) === undefined)
    throw notFound('The conversation does not exist', 'conversation_not_found');
  return found;
}

function readId(c: Context<GatewayEnv>): string {
  return c.req.param('id') ?? '';
}

/** Idempotent for one id. */
async function storeItems(
  caller: Caller,
  { channel, given, id }: { channel: string; given: unknown; id: string },
) {
  const [newest] = await find(caller, channel);
  const items = await resolveReferences(caller, { items: given, field: 'items' });
  if (!newest) return renderAdded(await addItems(caller, { channel, items, id }), { hasMore: false });
  const key = { flow: newest.flow, channel };
  return renderItems(await appendItems(caller, { ...key, id }, items), key);
}

async function appendItems(
  { client, user }: Caller,
  { id, ...key }: { flow: string; channel: string; id: string },
  given: unknown,
): Promise<Pick<HistoryPage, 'messages' | 'hasMore'>> {
  const items = readItems(given).map(({ read }) => read);
  for (const [index, item] of items.entries()) {
    const problem = itemProblem(item);
    if (problem) throw invalidField(`items.${index}`, problem, 'unsupported_parameter');
  }
  const { past: messages } = readPast([...toChatMessages(items), END_OF_PAST]);
  if (messages.length === 0) return { messages: [], hasMore: false };
  const first = await client.openai.addMessages({ ...key, id, messages }, { user });
  const before = String(first + messages.length);
  const page = await client.conversation({ ...key, user }).history({ limit: messages.length, before });
  return { messages: page.messages.toReversed(), hasMore: false };
}

function itemProblem(item: ReturnType<typeof readItems>[number]['read']): string | undefined {
  if ('role' in item && (item.role === 'system' || item.role === 'developer'))
    return `Messages with the role '${item.role}' cannot be stored: send them as 'instructions' of a response`;
  const parts = 'role' in item ? item.content : item.type === 'function_call_output' ? item.output : [];
  if (typeof parts !== 'string' && parts.some(({ type }) => type === 'input_image' || type === 'input_file'))
    return 'After its first message, a conversation accepts images and files only as input of a response';
  return undefined;
}

const MADE_ID = /^conv_(([0-9a-f]{8})[0-9a-f]{16})([0-9a-f]{16})$/;

/** The id contains time and owner, because nothing is stored before the first message. */
function makeConversationId(user: string, { key, firstAt }: { key: string; firstAt: Date }): string {
  const seconds = Math.floor(firstAt.getTime() / 1_000)
    .toString(16)
    .padStart(8, '0');
  const own = seconds + shortHash([user, key]);
  return `conv_${own}${shortHash([user, own])}`;
}

function madeAt(user: string, id: string): number | undefined {
  const [, own = '', seconds = '', check] = MADE_ID.exec(id) ?? [];
  return check !== undefined && check === shortHash([user, own]) ? Number.parseInt(seconds, 16) : undefined;
}

function shortHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

type Messages = Pick<HistoryPage, 'messages' | 'hasMore'>;

async function listItems(
  conversation: Pick<ConversationHandle, 'history'>,
  { limit, after, order }: ItemsPage,
): Promise<Messages> {
  if (order === 'desc')
    return conversation.history({ limit, ...(after !== undefined && { before: String(after) }) });
  const [newest] = (await conversation.history({ limit: 1 })).messages;
  const [first, last] = [after ?? 0, newest?.seq ?? 0];
  if (first >= last) return { messages: [], hasMore: false };
  // Sequence numbers have no gaps, so they locate a page.
  const { messages } = await conversation.history({ limit, before: String(first + limit + 1) });
  return {
    messages: messages.filter(({ seq }) => seq > first).reverse(),
    hasMore: first + limit < last,
  };
}
