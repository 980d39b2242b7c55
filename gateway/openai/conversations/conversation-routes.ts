import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Caller, GatewayEnv } from '../../gateway-env.js';
import { answering } from '../answering.js';
import { invalidField, OpenAiError } from '../errors/openai-error.js';
import { checkFields } from '../requests/check-fields.js';
import { fieldError } from '../requests/field-error.js';
import type { FieldTable } from '../requests/fields.js';
import { readJson } from '../requests/read-json.js';
import { madeAt, makeConversationId } from './conversation-id.js';
import { readPlace, renderItems } from './conversation-items.js';

const CREATE_FIELDS: FieldTable = {
  metadata: { use: 'ignored', because: 'it is not kept' },
  items: { use: 'refused', because: 'send them with the first response' },
};

const itemsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional(),
  order: z.literal('desc', { error: 'the newest come first' }).optional(),
});

/** Adds `/conversations`: to make one, and to read it and what was said in it. */
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
  routes.get(
    '/conversations/:id/items',
    answering(async (c) => {
      const query = itemsQuery.safeParse(c.req.query());
      if (!query.success) throw fieldError(query.error);
      const { limit, after } = query.data;
      const caller = c.get('caller');
      const channel = readId(c);
      const [newest] = await find(caller, channel);
      if (newest === undefined) return c.json(renderItems({ messages: [], hasMore: false }));
      const { client, user } = caller;
      const page = await client
        .conversation({ flow: newest.flow, user, channel })
        .history({ limit, ...(after !== undefined && { before: readPlace(after) }) });
      return c.json(renderItems(page));
    }),
  );
}

async function checkCreation(c: Context<GatewayEnv>): Promise<void> {
  const body = await readJson(c);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The body of the request is no JSON object');
  checkFields({ ...body }, CREATE_FIELDS);
}

async function renderConversation(caller: Caller, id: string) {
  const [newest] = await find(caller, id);
  const created = madeAt(caller.user, id) ?? Math.floor((newest?.createdAt.getTime() ?? 0) / 1_000);
  return { id, object: 'conversation' as const, created_at: created, metadata: {} };
}

/** The caller's open conversations with this channel, the last used first: none before the first message. Throws a 404. */
async function find({ client, user }: Caller, channel: string) {
  const found = await client.conversations({ channel, limit: 1 });
  if (found.length === 0 && madeAt(user, channel) === undefined)
    throw new OpenAiError('There is no such conversation', {
      status: 404,
      type: 'not_found_error',
      code: 'conversation_not_found',
    });
  return found;
}

function readId(c: Context<GatewayEnv>): string {
  return c.req.param('id') ?? '';
}
