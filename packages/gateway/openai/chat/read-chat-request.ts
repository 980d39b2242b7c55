import { z } from 'zod';
import type { CallerTools } from '../../../../protocol/caller-tools.js';
import type { Part } from '../../../../client/uploads/send-parts.js';
import { invalidField } from '../errors/openai-error.js';
import { ANY_OBJECT } from '../requests/to-message-input.js';
import { checkFields } from '../requests/check-fields.js';
import { CHAT_FIELDS } from '../requests/request-fields.js';
import { checkToolTypes } from '../requests/check-tool-types.js';
import { fieldError } from '../requests/field-error.js';
import { chatMessage, type ChatMessage } from '../requests/message-schema.js';
import { newestMessages } from '../requests/newest-messages.js';
import { toTurnId } from '../requests/to-turn-id.js';
import { toParts } from '../requests/to-parts.js';

import { functionTool, readCallerTools, toolChoice } from './read-caller-tools.js';

const MAX_MESSAGES = 2_000;

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
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
  tools: z.array(functionTool).nullish(),
  tool_choice: toolChoice.nullish(),
  conversation: z.union([z.string().min(1), z.object({ id: z.string().min(1) })]).nullish(),
});

export interface ChatHeaders {
  conversation: string | undefined;
  idempotencyKey: string | undefined;
}

export interface ChatRequest {
  flow: string;
  channel: string | undefined;
  parts: readonly Part[];
  messages: readonly ChatMessage[];
  key: string | undefined;
  output: Readonly<Record<string, unknown>> | undefined;
  callerTools: CallerTools | undefined;
  isStreamed: boolean;
  hasUsage: boolean;
}

function toOutput(asked: z.infer<typeof responseFormat> | null | undefined): ChatRequest['output'] {
  if (asked?.type === 'json_object') return ANY_OBJECT;
  return asked?.type === 'json_schema' ? asked.json_schema.schema : undefined;
}

export function readChatRequest(body: unknown, headers: ChatHeaders): ChatRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The request body is not a JSON object');
  checkFields({ ...body }, CHAT_FIELDS);
  checkToolTypes({ ...body });
  const read = chatRequest.safeParse(body);
  if (!read.success) throw fieldError(read.error);
  const {
    model,
    messages,
    stream,
    stream_options: options,
    conversation,
    response_format: format,
    tools,
    tool_choice: choice,
  } = read.data;
  const named = typeof conversation === 'object' ? conversation?.id : conversation;
  const channel = named ?? headers.conversation;
  const { spoken, callerTools } = readCallerTools(messages, {
    tools: tools ?? [],
    choice: choice ?? undefined,
    field: 'messages',
  });
  if (callerTools && channel !== undefined)
    throw invalidField(
      'tools',
      "A named conversation uses its flow's tools: omit the conversation, and send all messages",
      'unsupported_parameter',
    );
  return {
    flow: model,
    channel,
    callerTools,
    messages: spoken,
    parts: toParts(newestMessages(spoken, 'messages')),
    key: headers.idempotencyKey === undefined ? undefined : toTurnId(headers.idempotencyKey),
    output: toOutput(format),
    isStreamed: stream === true,
    hasUsage: options?.include_usage === true,
  };
}
