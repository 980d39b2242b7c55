import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Part } from '../../../client/uploads/send-parts.js';
import { turnIdProblem } from '../../../protocol/ids.js';
import { invalidField } from '../errors/openai-error.js';
import { checkFields } from '../requests/check-fields.js';
import { CHAT_FIELDS } from '../requests/fields.js';
import { chatMessage, type ChatMessage, type UserMessage } from '../requests/message-schema.js';
import { toParts } from '../requests/to-parts.js';

/** More messages than a window holds; the body is bounded before. */
const MAX_MESSAGES = 2_000;

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }).loose(),
  }),
]);

const chatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(chatMessage).min(1).max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).loose().nullish(),
  response_format: responseFormat.nullish(),
  conversation: z.union([z.string().min(1), z.object({ id: z.string().min(1) })]).nullish(),
});

/** The headers of a chat completion that say more than its body. */
export interface ChatHeaders {
  /** `x-threadline-conversation` */
  conversation: string | undefined;
  /** `idempotency-key` */
  idempotencyKey: string | undefined;
}

/** A chat completion that is asked for. */
export interface ChatRequest {
  flow: string;
  /** The channel of the conversation that it goes on in; undefined: it is for itself. */
  channel: string | undefined;
  /** What the newest user messages say. */
  parts: readonly Part[];
  /** All messages, as they were given. */
  messages: readonly ChatMessage[];
  /** Under which it happens once; undefined: the client does not say. */
  key: string | undefined;
  /** The JSON Schema of the object that is to be the answer; undefined: a text is. */
  output: Readonly<Record<string, unknown>> | undefined;
  isStreamed: boolean;
  hasUsage: boolean;
}

/** Reads a chat completion's request. Throws an error that names the field which is wrong. */
export function readChatRequest(body: unknown, headers: ChatHeaders): ChatRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The body of the request is no JSON object');
  checkFields({ ...body }, CHAT_FIELDS);
  const read = chatRequest.safeParse(body);
  if (!read.success) throw toFieldError(read.error);
  const {
    model,
    messages,
    stream,
    stream_options: options,
    conversation,
    response_format: format,
  } = read.data;
  const named = typeof conversation === 'object' ? conversation?.id : conversation;
  const channel = named ?? headers.conversation;
  return {
    flow: model,
    channel,
    messages,
    parts: toParts(newestOf(messages)),
    key: headers.idempotencyKey === undefined ? undefined : toTurnId(headers.idempotencyKey),
    output: format?.type === 'json_schema' ? format.json_schema.schema : undefined,
    isStreamed: stream === true,
    hasUsage: options?.include_usage === true,
  };
}

/** The user messages at the end: what was said before them is in the conversation, or was given with them. */
function newestOf(messages: readonly ChatMessage[]): UserMessage[] {
  const newest: UserMessage[] = [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') break;
    newest.unshift(message);
  }
  if (newest.length === 0) throw invalidField('messages', "The last message is a user's");
  return newest;
}

/** A key is a turn's id; one that is too long for that, or has what no id may have, gives one by its hash. */
function toTurnId(key: string): string {
  return turnIdProblem(key) === undefined ? key : createHash('sha256').update(key).digest('base64url');
}

/** The error for the first field that is wrong. */
function toFieldError(error: z.ZodError): ReturnType<typeof invalidField> {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map(String).join('.');
  return invalidField(path, `The field '${path}' is wrong: ${issue?.message ?? 'it has another form'}`);
}
