import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { Caller, GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { invalidField, notFound } from '../errors/openai-error.js';
import { checkFields } from '../requests/check-fields.js';
import { fieldError } from '../requests/field-error.js';
import { CONVERSATION_FIELDS, type FieldTable } from '../requests/fields.js';
import { readJson } from '../requests/read-json.js';
import { metadataField } from '../requests/metadata.js';
import { refused } from '../requests/refusing.js';
import { madeAt, makeConversationId } from './conversation-id.js';
import { readPlace, renderItems, toItem } from './conversation-items.js';
import { appendItems } from './append-items.js';
import { addItems, pageAdded, readAdded, renderAdded } from './given-items.js';
import { itemsQuery, toItemsPage } from './items-query.js';
import { listItems } from './list-items.js';

/** The reasons for which an operation is refused that clients of this protocol know. */
const REFUSED = {
  deleteItem: 'What was said stays: regenerate or edit it, or delete the conversation',
} as const;

/** Adds `/conversations`: to make one, to end it, and to read it and what was said in it. */
export function addConversationRoutes(routes: Hono<GatewayEnv>): void {
  routes.post(
    '/conversations',
    answering(async (c) => {
      const caller = c.get('caller');
      const { items, metadata } = await readBody(c, CONVERSATION_FIELDS);
      const id = makeConversationId(caller.user, new Date());
      await addItems(caller, { channel: id, items: items ?? [] });
      if (metadata !== undefined) await putMetadata(caller, id, metadata);
      return c.json(await renderConversation(caller, id));
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
      await caller.client.given.deleteItems(id, { user: caller.user });
      await caller.client.given.deleteMetadata({ channel: id }, { user: caller.user });
      return c.json({ id, object: 'conversation.deleted', deleted: true });
    }),
  );
  addItemRoutes(routes);
}

function addItemRoutes(routes: Hono<GatewayEnv>): void {
  routes.get(
    '/conversations/:id/items',
    answering(async (c, query) => {
      const [newest] = await findAll(c.get('caller'), readId(c));
      if (newest === undefined) return c.json(pageAdded(await readAdded(c.get('caller'), readId(c)), query));
      return c.json(renderItems(await listItems(newest, toItemsPage(query))));
    }, itemsQuery),
  );
  routes.get(
    '/conversations/:id/items/:item',
    answering(async (c) => {
      const itemId = c.req.param('item') ?? '';
      const place = readPlace(itemId);
      const [newest] = await findAll(c.get('caller'), readId(c));
      const added = newest === undefined ? await readAdded(c.get('caller'), readId(c)) : [];
      const item = added.find(({ id }) => id === itemId);
      if (item !== undefined) return c.json(item);
      const before = place === undefined ? undefined : String(place + 1);
      const page = before === undefined ? undefined : await newest?.history({ limit: 1, before });
      const message = page?.messages.find(({ seq }) => seq === place);
      if (message === undefined) throw notFound('There is no such item', 'item_not_found');
      return c.json(toItem(message));
    }),
  );
  routes.post(
    '/conversations/:id/items',
    answering(async (c) => {
      const { items } = await readBody(c, { items: CONVERSATION_FIELDS.items });
      const [caller, channel] = [c.get('caller'), readId(c)];
      const [newest] = await find(caller, channel);
      if (newest !== undefined)
        return c.json(renderItems(await appendItems(caller, { flow: newest.flow, channel }, items)));
      const added = await addItems(caller, { channel, items });
      return c.json(renderAdded(added, { hasMore: false }));
    }),
  );
  routes.delete(
    '/conversations/:id/items/:item',
    answering(async (c) => {
      const { client, user } = c.get('caller');
      if ((await find(c.get('caller'), readId(c))).length > 0) throw refused(REFUSED.deleteItem);
      await client.given.deleteItems(readId(c), { user, id: c.req.param('item') ?? '' });
      return c.json(await renderConversation(c.get('caller'), readId(c)));
    }),
  );
}

const bodyFields = z.object({ items: z.unknown().optional(), metadata: metadataField.nullish() });

async function readBody(
  c: Context<GatewayEnv>,
  fields: FieldTable,
): Promise<{ items: unknown; metadata: Metadata | undefined }> {
  const body = await readJson(c);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The request body is not a JSON object');
  checkFields({ ...body }, fields);
  const read = bodyFields.safeParse(body);
  if (!read.success) throw fieldError(read.error);
  return { items: read.data.items, metadata: read.data.metadata ?? undefined };
}

type Metadata = Readonly<Record<string, string>>;

function putMetadata({ client, user }: Caller, id: string, metadata: Metadata): Promise<void> {
  return client.given.putMetadata({ channel: id }, metadata, { user });
}

async function renderConversation(caller: Caller, id: string) {
  const [newest] = await find(caller, id);
  const created = madeAt(caller.user, id) ?? Math.floor((newest?.createdAt.getTime() ?? 0) / 1_000);
  const metadata = await caller.client.given.metadata({ channel: id }, { user: caller.user });
  return { id, object: 'conversation' as const, created_at: created, metadata };
}

/** The caller's open conversations with this channel, the last used first: none before the first message. Throws a 404. */
async function findAll(caller: Caller, channel: string): Promise<ConversationHandle[]> {
  const { client, user } = caller;
  const found = await find(caller, channel);
  return found.map(({ flow }) => client.conversation({ flow, user, channel }));
}

async function find({ client, user }: Caller, channel: string) {
  const found = await client.conversations({ channel });
  if (found.length === 0 && madeAt(user, channel) === undefined)
    throw notFound('There is no such conversation', 'conversation_not_found');
  return found;
}

function readId(c: Context<GatewayEnv>): string {
  return c.req.param('id') ?? '';
}
