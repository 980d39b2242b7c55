import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { ANSWER_CONTINUES } from '../../../protocol/answer-continues.js';
import { uploadReference } from '../../../protocol/message-parts.js';
import { describeProblem } from '../errors/describe-problem.js';
import { plainErrorBody } from '../errors/respond-problem.js';
import type { GatewayContext, GatewayEnv } from '../gateway-env.js';
import { readBody } from '../requests/read-body.js';
import { NO_QUERY, readQuery } from '../requests/read-query.js';
import { limit } from '../rest/query-fields.js';
import type { RouteFamily } from '../route-family.js';
import { sendFile } from '../send-file.js';
import { streamResponse } from '../streams/stream-response.js';
import { begin } from './begin-answer.js';
import { chatBody, readIntent, stopBody } from './chat-request.js';
import { loadChat } from './load-chat.js';
import { answerMessageId, isQuestion, turnOfMessage } from './message-id.js';
import { chatQuery, openChat, type Chat } from './open-chat.js';
import { answerPieces, type FollowedTurn } from './answer-pieces.js';
import type { UIChunk } from './ui-chunk.js';

const pageQuery = chatQuery.extend({
  limit: limit(100),
  before: z.string().optional(),
});

/** The page's last message. `useChat` always sends it, but only a resume reads it. */
const streamQuery = chatQuery.extend({ after: z.string().default('') });

export const uiMessagesFamily: RouteFamily = {
  base: '/api/chat',
  addRoutes,
  toErrorBody: plainErrorBody,
};

function addRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void {
  routes.post('/', async (c) => {
    const { after: _after, ...query } = readQuery(c, streamQuery);
    const body = await readBody(c, chatBody, ['messages.*.parts.*.url']).catch(adviseLess);
    const chat = openChat(c, { ...body, query });
    return respond(c, context, { chat, turn: await begin(chat, await readIntent(body)) });
  });
  routes.get('/:id', async (c) => {
    const { limit, before, ...query } = readQuery(c, pageQuery);
    return c.json(await loadChat(openChat(c, { id: c.req.param('id'), query }), { limit, before }));
  });
  routes.get('/:id/stream', async (c) => {
    const { after, ...query } = readQuery(c, streamQuery);
    const chat = openChat(c, { id: c.req.param('id'), query });
    const [running] = await chat.conversation.unfinished();
    const turnId = running ?? (await findEnded(chat, after));
    return turnId === undefined ? c.body(null, 204) : respond(c, context, { chat, turn: { turnId } });
  });
  // Below the chat's prefix, so that the page's cookies are sent.
  routes.get('/:id/files/:hash', async (c) => {
    readQuery(c, NO_QUERY);
    const { client, user } = c.get('caller');
    return sendFile(c, await client.download(uploadReference(c.req.param('hash')), { user }));
  });
  routes.post('/:id/stop', async (c) => {
    const query = readQuery(c, chatQuery);
    const { turnId, messageId } = await readBody(c, stopBody);
    const { conversation } = openChat(c, { id: c.req.param('id'), query });
    const stopped = turnId ?? turnOfMessage(messageId ?? '');
    c.set('turn', stopped);
    // Uses its newest turn, because an edited or regenerated message keeps its id.
    const withNewer = messageId != null && isQuestion(messageId);
    return c.json(await conversation.cancel(stopped, { withNewer }));
  });
}

/** A page's history grows until its requests are too large. */
function adviseLess(error: unknown): never {
  if (!(error instanceof ThreadlineError) || error.type !== 'Gateway.TooLarge') throw error;
  const message = `${error.message}: send only the newest message, with the transport's 'prepareSendMessagesRequest'`;
  throw new ThreadlineError(error.type, message, { cause: error });
}

const NEWEST = 20;

async function findEnded({ conversation }: Chat, after: string): Promise<string | undefined> {
  if (after === '') return undefined;
  const { messages } = await conversation.history({ limit: NEWEST });
  const [newest] = messages;
  if (!newest || after === answerMessageId(newest.turnId)) return undefined;
  const loaded = messages.find(({ joined }) => joined?.turnId === after);
  return newest.turnId === (loaded?.turnId ?? turnOfMessage(after)) ? newest.turnId : undefined;
}

function respond(
  c: Context<GatewayEnv>,
  context: GatewayContext,
  { chat, turn }: { chat: Chat; turn: FollowedTurn },
): Promise<Response> {
  c.set('turn', turn.turnId);
  return streamResponse(c, context, {
    headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
    failsWhenEnded: true,
    toLastPiece,
    pieces: (signal) => answerPieces(chat, { ...turn, signal }),
  });
}

/** `useChat` cannot resume a stream that was cut, so the page reloads the chat. */
function toLastPiece(error: unknown, { isEnding }: { isEnding: boolean }): string | undefined {
  if (isEnding) return undefined;
  const isUnavailable = error instanceof ThreadlineError && error.type === 'Client.Unavailable';
  const errorText = isUnavailable ? ANSWER_CONTINUES : describeProblem(error).message;
  const chunk = { type: 'error', errorText } satisfies UIChunk;
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}
