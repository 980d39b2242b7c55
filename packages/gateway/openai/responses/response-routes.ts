import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Caller, GatewayContext, GatewayEnv } from '../../gateway-env.js';
import { wholeNumber } from '../../requests/whole-number.js';
import { afterStoring } from '../after-storing.js';
import { answering } from '../answering.js';
import { unanswered, untilLeft } from '../until-left.js';
import { renderItems } from '../conversations/conversation-items.js';
import { itemsQuery, toItemsPage } from '../conversations/items-query.js';
import { checkModel } from '../models/list-models.js';
import { readIdempotencyKey, startKeyed } from '../requests/start-keyed.js';
import { itemFiles, readRequest } from '../requests/read-request.js';
import { warnOfIgnored } from '../requests/sampling-fields.js';
import { refusing } from '../requests/refusing.js';
import { openResponseConversation, findExecution, readResponse } from './read-response.js';
import { findMessage } from '../../find-message.js';
import { readResponseRequest } from './read-response-request.js';
import { readResponseId, responseId, type ResponseKey } from '../requests/response-key.js';
import { renderResponse, type ResponseHead, endState, type ResponseState } from './response-object.js';
import { resolveInput } from '../resolve-references.js';
import { startResponse } from './start-response.js';
import { streamEvents } from './stream-events.js';
import { AnswerWriter, writeUnlessReturned } from '../chat/answer-writer.js';
import { ReturnedCalls } from '../chat/returned-calls.js';
import { readEnd } from '../read-end.js';
import { toExecutionId } from './to-execution-id.js';

const retrieveQuery = z.object({
  stream: z.enum(['true', 'false']).optional(),
  starting_after: wholeNumber(0).optional(),
});

const NO_DELETION =
  'A response is a turn of a conversation and cannot be deleted alone: delete the conversation';

export function addResponseRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void {
  routes.post(
    '/responses',
    answering((c) => create(c, context)),
  );
  routes.get(
    '/responses/:id',
    answering((c, query) => retrieve(c, { context, query }), retrieveQuery),
  );
  routes.post(
    '/responses/:id/cancel',
    answering(async (c) => {
      const { caller, key } = asked(c);
      const before = await readResponse(caller, key);
      const { status } = before.state;
      if (status === 'in_progress' || status === 'queued')
        await openResponseConversation(caller, key).cancel(key.turnId);
      const { head, state } = await readResponse(caller, key);
      return c.json(renderResponse({ ...head, metadata: await readMetadata(caller, key) }, state));
    }),
  );
  routes.get(
    '/responses/:id/input_items',
    answering(async (c, query) => {
      const { caller, key } = asked(c);
      const page = toItemsPage(query, key.channel);
      await findExecution(caller, key);
      const message = await findMessage(openResponseConversation(caller, key), key.turnId);
      const messages = !message || page.after !== undefined ? [] : [message];
      return c.json(renderItems({ messages, hasMore: false }, key));
    }, itemsQuery),
  );
  routes.delete('/responses/:id', refusing(NO_DELETION));
}

async function create(c: Context<GatewayEnv>, context: GatewayContext): Promise<Response> {
  const caller = c.get('caller');
  const body = await readRequest(c, itemFiles('input'));
  const resolved = await resolveInput(caller, body);
  const request = readResponseRequest(resolved, readIdempotencyKey(c));
  warnOfIgnored(c, body);
  await checkModel(caller.client, request.flow);
  const begin = (ending?: AbortSignal) => beginResponse(c, { caller, request, body, context, ending });
  if (!request.isStreamed && !request.isBackground) return context.streams.during(caller.user, begin);
  // Checked before the turn starts, because a retry without a key would start another.
  if (request.isStreamed) context.streams.check(caller.user);
  return begin();
}

interface AskedResponse {
  caller: Caller;
  request: ReturnType<typeof readResponseRequest>;
  body: Awaited<ReturnType<typeof readRequest>>;
  context: GatewayContext;
  ending: AbortSignal | undefined;
}

async function beginResponse(
  c: Context<GatewayEnv>,
  { caller, request, body, context, ending }: AskedResponse,
): Promise<Response> {
  const start = () => startResponse(caller, request);
  const key = await startKeyed(caller, { ...request, endpoint: 'responses', body, start });
  c.set('turn', key.turnId);
  const { previous, instructions, metadata, settings } = request;
  if (Object.keys(metadata).length > 0)
    await caller.client.openai.putMetadata(responseSubject(key), metadata, { user: caller.user });
  const head: ResponseHead = {
    key,
    createdAt: new Date(),
    instructions,
    metadata,
    settings,
    previousResponseId: previous && responseId(previous),
  };
  const isAbandoned = !request.isStored && request.key === undefined;
  if (request.isBackground && !request.isStreamed) return c.json(renderResponse(head, { status: 'queued' }));
  return afterStoring(request.key, async () => {
    if (request.isStreamed) return streamEvents(c, context, { head, after: -1, isAbandoned });
    const state = await awaitResponse(caller, { key, signal: untilLeft(c, ending), isAbandoned });
    return c.json(renderResponse(head, state));
  });
}

async function retrieve(
  c: Context<GatewayEnv>,
  { context, query }: { context: GatewayContext; query: z.infer<typeof retrieveQuery> },
): Promise<Response> {
  const { caller, key } = asked(c);
  if (query.stream === 'true') {
    const execution = await findExecution(caller, key);
    const head = {
      key,
      createdAt: typeof execution === 'string' ? new Date() : execution.createdAt,
      metadata: await readMetadata(caller, key),
    };
    return streamEvents(c, context, { head, after: query.starting_after ?? -1, isAbandoned: false });
  }
  const { head, state } = await readResponse(caller, key);
  return c.json(renderResponse({ ...head, metadata: await readMetadata(caller, key) }, state));
}

function readMetadata({ client, user }: Caller, key: ResponseKey): Promise<Readonly<Record<string, string>>> {
  return client.openai.metadata(responseSubject(key), { user });
}

function responseSubject({ flow, channel, turnId }: ResponseKey) {
  return { channel, response: { flow, turnId } };
}

function asked(c: Context<GatewayEnv>): { caller: Caller; key: ResponseKey } {
  const key = readResponseId(c.req.param('id') ?? '');
  c.set('turn', key.turnId);
  return { caller: c.get('caller'), key };
}

/** `isAbandoned`: nobody can read the response after a disconnect. Throws the response's failure. */
async function awaitResponse(
  caller: Caller,
  { key, signal, isAbandoned }: { key: ResponseKey; signal: AbortSignal; isAbandoned: boolean },
): Promise<ResponseState> {
  const conversation = openResponseConversation(caller, key);
  const writer = new AnswerWriter({ isHeld: key.isObject });
  const returned = new ReturnedCalls({ turnId: key.turnId, names: key.tools });
  let executionId = toExecutionId(conversation, key);
  let text = '';
  for await (const event of conversation.stream(key.turnId, { signal })) {
    if (event.type === 'started') executionId = event.executionId;
    returned.see(event);
    const { calls } = returned;
    for (const piece of writeUnlessReturned(writer, { event, calls })) {
      if (piece.kind === 'text') text += piece.text;
      else {
        const { reason, usage } = await readEnd(caller.client, executionId);
        return { ...endState(reason), text, calls, usage };
      }
    }
  }
  if (isAbandoned) await conversation.cancel(key.turnId);
  throw unanswered();
}
