import { createHash, randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Caller, GatewayContext, GatewayEnv } from '../../gateway-env.js';
import { readNameHeader } from '../../requests/read-name-header.js';
import { streamResponse } from '../../streams/stream-response.js';
import { renderOpenAiError } from '../errors/openai-error.js';
import { toOpenAiError } from '../errors/to-openai-error.js';
import { afterStoring } from '../after-storing.js';
import { answering } from '../answering.js';
import { unanswered, untilLeft } from '../until-left.js';
import { checkModel } from '../models/list-models.js';
import { readIdempotencyKey, startKeyed } from '../requests/start-keyed.js';
import { warnOfIgnored, warnOfMetadata } from '../requests/sampling-fields.js';
import { MESSAGE_FILES, readRequest } from '../requests/read-request.js';
import { answerEnd, AnswerWriter, writeUnlessReturned } from './answer-writer.js';
import { readEnd } from '../read-end.js';
import type { ChatHead, ChatToolCall } from './chat-completion.js';
import { ReturnedCalls } from './returned-calls.js';
import { readChatRequest, type ChatRequest } from './read-chat-request.js';
import { callsChunk, chatCompletion, endChunks, textChunk, type ChatEnd } from './render-chat.js';
import type { TurnEvent } from '../../../../client/stream/turn-events.js';
import { turnWorkflowId } from '../../../../protocol/ids.js';
import { ONE_OFF_PREFIX } from '../../../../protocol/one-off.js';
import { toMessageInput } from '../requests/to-message-input.js';
import { readPast } from './read-past.js';

const CONVERSATION_HEADER = 'x-threadline-conversation';

export function addChatRoutes(routes: Hono<GatewayEnv>, context: GatewayContext): void {
  routes.post(
    '/chat/completions',
    answering(async (c) => {
      const caller = c.get('caller');
      const body = await readRequest(c, MESSAGE_FILES);
      const request = readChatRequest(body, {
        conversation: readNameHeader(c.req.raw, CONVERSATION_HEADER),
        idempotencyKey: readIdempotencyKey(c),
      });
      warnOfIgnored(c, body);
      warnOfMetadata(c, body);
      await checkModel(caller.client, request.flow);
      const begin = (ending?: AbortSignal) => beginAnswer(c, { caller, request, body, context, ending });
      if (!request.isStreamed) return context.streams.during(caller.user, begin);
      // Checked before the turn starts, because a retry without a key would start another.
      context.streams.check(caller.user);
      return begin();
    }),
  );
}

interface AskedChat {
  caller: Caller;
  request: ChatRequest;
  body: unknown;
  context: GatewayContext;
  ending: AbortSignal | undefined;
}

async function beginAnswer(
  c: Context<GatewayEnv>,
  { caller, request, body, context, ending }: AskedChat,
): Promise<Response> {
  const start = () => startChat(caller, request);
  const chat = await startKeyed(caller, { ...request, endpoint: 'chat/completions', body, start });
  c.set('turn', chat.executionId);
  const head = makeHead(request, chat);
  return afterStoring(request.key, async () => {
    const signal = untilLeft(c, ending);
    if (!request.isStreamed) return c.json(await completeChat({ caller, chat, head, request, signal }));
    return streamResponse(c, context, {
      failsWhenEnded: true,
      pieces: (signal) => toPieces({ caller, chat, head, request, signal }),
      toLastPiece: (error) => toPiece(renderOpenAiError(toOpenAiError(error)).body),
    });
  });
}

function makeHead({ flow }: ChatRequest, { executionId }: StartedChat): ChatHead {
  const hash = createHash('sha256').update(executionId).digest('hex').slice(0, 29);
  return { id: `chatcmpl-${hash}`, created: Math.floor(Date.now() / 1_000), model: flow };
}

interface ReadChat {
  caller: Caller;
  chat: StartedChat;
  head: ChatHead;
  request: ChatRequest;
  signal: AbortSignal;
}

async function completeChat({ caller, chat, head, request, signal }: ReadChat) {
  const whole = await readWhole(chat, { request, signal });
  return chatCompletion(head, { ...whole, ...(await readChatEnd(caller, chat, whole)) });
}

async function readWhole(
  chat: StartedChat,
  { request, signal }: { request: ChatRequest; signal: AbortSignal },
): Promise<{ text: string | null; calls: readonly ChatToolCall[] }> {
  const returned = returnedCalls(chat, request);
  for await (const event of chat.events(signal)) {
    returned.see(event);
    const text = answerEnd(event);
    const { calls } = returned;
    if (text !== undefined) return { text: calls.length === 0 ? text : returned.text, calls };
  }
  await chat.abandon?.();
  throw unanswered();
}

function returnedCalls(
  { turnId }: StartedChat,
  { callerTools }: Pick<ChatRequest, 'callerTools'>,
): ReturnedCalls {
  return new ReturnedCalls({ turnId, names: callerTools?.tools.map(({ name }) => name) ?? [] });
}

async function readChatEnd(
  { client }: Caller,
  { executionId }: StartedChat,
  { calls }: { calls: readonly ChatToolCall[] },
): Promise<ChatEnd> {
  const end = await readEnd(client, executionId);
  // The last call of an answer that was cut off may be incomplete.
  return calls.length === 0 || end.reason !== 'stop' ? end : { ...end, reason: 'tool_calls' };
}

async function* toPieces({
  caller,
  chat,
  head,
  request: { hasUsage, output, callerTools },
  signal,
}: ReadChat): AsyncGenerator<string, void, void> {
  const returned = returnedCalls(chat, { callerTools });
  const writer = new AnswerWriter({ isHeld: output !== undefined });
  let isFirst = true;
  let hasEnded = false;
  try {
    for await (const event of chat.events(signal)) {
      returned.see(event);
      const { calls } = returned;
      for (const piece of writeUnlessReturned(writer, { event, calls })) {
        if (piece.kind === 'text' || (isFirst && calls.length === 0)) {
          const text = piece.kind === 'text' ? piece.text : '';
          yield toPiece(textChunk(head, { text, isFirst, hasUsage }));
          isFirst = false;
        }
        if (piece.kind !== 'end') continue;
        hasEnded = true;
        if (calls.length > 0) yield toPiece(callsChunk(head, { calls, isFirst, hasUsage }));
        const end = await readChatEnd(caller, chat, returned);
        for (const last of endChunks(head, { ...end, hasUsage })) yield toPiece(last);
        yield 'data: [DONE]\n\n';
        return;
      }
    }
  } finally {
    if (!hasEnded && signal.aborted) await chat.abandon?.();
  }
}

function toPiece(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

interface StartedChat {
  turnId: string;
  executionId: string;
  events(signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Called on a disconnect. Absent if the answer can still be read, from its conversation or with the same key. */
  abandon: (() => Promise<unknown>) | undefined;
}

async function startChat({ client, user }: Caller, request: ChatRequest): Promise<StartedChat> {
  const { flow, channel, key: turnId = randomUUID() } = request;
  const isOneOff = channel === undefined;
  const { past, files, instructions } = readPast(request.messages);
  const parts = [...instructions, ...(isOneOff ? files : []), ...request.parts];
  const conversation = client.conversation({ flow, user, channel: channel ?? ONE_OFF_PREFIX + turnId });
  const { callerTools } = request;
  const { turnId: answeredBy } = await conversation.submit(
    toMessageInput({ turnId, parts, output: request.output }),
    isOneOff ? { past, ...(callerTools && { callerTools }) } : {},
  );
  return {
    turnId: answeredBy,
    executionId: turnWorkflowId(conversation.workflowId, answeredBy),
    events: (signal) => conversation.stream(answeredBy, { signal }),
    abandon: isOneOff && request.key === undefined ? () => conversation.cancel(turnId) : undefined,
  };
}
