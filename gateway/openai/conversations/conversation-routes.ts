import type { Context, Hono } from 'hono';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { Caller, GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { invalidField, notFound } from '../errors/openai-error.js';
import { checkFields } from '../requests/check-fields.js';
import { CONVERSATION_FIELDS } from '../requests/fields.js';
import { readJson } from '../requests/read-json.js';
import { refusing } from '../requests/refusing.js';
import { madeAt, makeConversationId } from './conversation-id.js';
import { readPlace, renderItems, toItem } from './conversation-items.js';
import { itemsQuery, toItemsPage } from './items-query.js';
import { listItems } from './list-items.js';

/** The reasons for which an operation is refused that clients of this protocol know. */
const REFUSED = {
  update: "A conversation's 'metadata' is not kept",
  addItems: 'Items are not added by themselves: send them as the input of a response',
  deleteItem: 'What was said stays: regenerate or edit it, or delete the conversation',
} as const;

/** Adds `/conversations`: to make one, to end it, and to read it and what was said in it. */
export function addConversationRoutes(routes: Hono<GatewayEnv>): void {
  routes.post(
    '/conversations',
    answering(async (c) => {
      await checkCreation(c);
      const { user } = c.get('caller');
      return c.json(await renderConversation(c.get('caller'), makeConversationId(user, new Date())));
    }),
  );
  routes.get(
    '/conversations/:id',
    answering(async (c) => c.json(await renderConversation(c.get('caller'), readId(c)))),
  );
  routes.post('/conversations/:id', refusing(REFUSED.update));
  routes.delete(
    '/conversations/:id',
    answering(async (c) => {
      const id = readId(c);
      for (const conversation of await findAll(c.get('caller'), id)) await conversation.close();
      return c.json({ id, object: 'conversation.deleted', deleted: true });
    }),
  );
  addItemRoutes(routes);
}

function addItemRoutes(routes: Hono<GatewayEnv>): void {
  routes.get(
    '/conversations/:id/items',
    answering(async (c, query) => {
      const page = toItemsPage(query);
      const [newest] = await findAll(c.get('caller'), readId(c));
      const none = { messages: [], hasMore: false };
      return c.json(renderItems(newest === undefined ? none : await listItems(newest, page)));
    }, itemsQuery),
  );
  routes.get(
    '/conversations/:id/items/:item',
    answering(async (c) => {
      const place = readPlace(c.req.param('item') ?? '');
      const [newest] = await findAll(c.get('caller'), readId(c));
      const before = place === undefined ? undefined : String(place + 1);
      const page = before === undefined ? undefined : await newest?.history({ limit: 1, before });
      const message = page?.messages.find(({ seq }) => seq === place);
      if (message === undefined) throw notFound('There is no such item', 'item_not_found');
      return c.json(toItem(message));
    }),
  );
  routes.post('/conversations/:id/items', refusing(REFUSED.addItems));
  routes.delete('/conversations/:id/items/:item', refusing(REFUSED.deleteItem));
}

async function checkCreation(c: Context<GatewayEnv>): Promise<void> {
  const body = await readJson(c);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The body of the request is no JSON object');
  checkFields({ ...body }, CONVERSATION_FIELDS);
}

async function renderConversation(caller: Caller, id: string) {
  const [newest] = await find(caller, id);
  const created = madeAt(caller.user, id) ?? Math.floor((newest?.createdAt.getTime() ?? 0) / 1_000);
  return { id, object: 'conversation' as const, created_at: created, metadata: {} };
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
