import { z } from 'zod';
import { invalidField } from '../errors/openai-error.js';
import { checkFields } from '../requests/check-fields.js';
import { checkToolTypes } from '../requests/check-tool-types.js';
import { fieldError } from '../requests/field-error.js';
import { RESPONSE_FIELDS } from '../requests/request-fields.js';
import type { AskedTools } from '../chat/read-caller-tools.js';
import type { ChatMessage } from '../requests/message-schema.js';
import { ANY_OBJECT } from '../requests/to-message-input.js';
import { metadataField } from '../requests/metadata.js';
import { toTurnId } from '../requests/to-turn-id.js';
import { readItem, toChatMessages } from '../requests/input-schema.js';
import { readResponseId, type ResponseKey } from '../requests/response-key.js';

const MAX_ITEMS = 2_000;

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).loose(),
]);

const functionTool = z
  .object({
    type: z.literal('function'),
    name: z.string(),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  })
  .loose();

const toolChoice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.object({ type: z.literal('function'), name: z.string() }),
]);

const responseRequest = z.object({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.unknown()).min(1).max(MAX_ITEMS)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.union([z.string().min(1), z.object({ id: z.string().min(1) })]).nullish(),
  background: z.boolean().nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  text: z.object({ format: format.nullish() }).loose().nullish(),
  tools: z.array(functionTool).nullish(),
  tool_choice: toolChoice.nullish(),
  metadata: metadataField.nullish(),
});

export interface ResponseRequest {
  flow: string;
  channel: string | undefined;
  previous: ResponseKey | undefined;
  messages: readonly ChatMessage[];
  asked: AskedTools;
  key: string | undefined;
  output: Readonly<Record<string, unknown>> | undefined;
  isStreamed: boolean;
  isBackground: boolean;
  isStored: boolean;
  instructions: string | null;
  metadata: Readonly<Record<string, string>>;
  settings: ResponseSettings;
}

/** As requested, for the response object. */
export interface ResponseSettings {
  tools: readonly object[];
  tool_choice: z.infer<typeof toolChoice>;
  text?: { format: z.infer<typeof format> };
}

export const FUNCTION_DEFAULTS = {
  type: 'function',
  description: null,
  parameters: null,
  strict: null,
} as const;

export function readResponseRequest(body: unknown, idempotencyKey: string | undefined): ResponseRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The request body is not a JSON object');
  checkFields({ ...body }, RESPONSE_FIELDS);
  checkToolTypes({ ...body });
  const read = responseRequest.safeParse(body);
  if (!read.success) throw fieldError(read.error);
  const { model, conversation, previous_response_id: previousId, background, store, text } = read.data;
  const { instructions = null } = read.data;
  if (conversation != null && previousId != null)
    throw invalidField(
      'previous_response_id',
      "'previous_response_id' and 'conversation' are mutually exclusive",
    );
  if (background === true && store === false)
    throw invalidField('background', "A background response must be stored: omit 'store'");
  const previous = previousId == null ? undefined : readResponseId(previousId, 'previous_response_id');
  if (previous && previous.flow !== model)
    throw invalidField('model', `The previous response is from flow '${previous.flow}'`);
  return {
    flow: model,
    channel: typeof conversation === 'object' ? conversation?.id : conversation,
    previous,
    messages: toMessages(read.data),
    asked: toAskedTools(read.data),
    key: idempotencyKey === undefined ? undefined : toTurnId(idempotencyKey),
    output: toOutput(text?.format),
    isStreamed: read.data.stream === true,
    isBackground: background === true,
    isStored: store !== false,
    instructions,
    metadata: read.data.metadata ?? {},
    settings: {
      tools: (read.data.tools ?? []).map((tool) => ({ ...FUNCTION_DEFAULTS, ...tool })),
      tool_choice: read.data.tool_choice ?? 'auto',
      text: { format: text?.format ?? { type: 'text' } },
    },
  };
}

function toMessages({
  input,
  instructions,
}: Pick<z.infer<typeof responseRequest>, 'input' | 'instructions'>): ChatMessage[] {
  const inputMessages: ChatMessage[] =
    typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : toChatMessages(input.map((item, index) => readItem(item, { index, field: 'input' })));
  const asked: ChatMessage[] = instructions == null ? [] : [{ role: 'system', content: instructions }];
  return [...asked, ...inputMessages];
}

function toOutput(asked: z.infer<typeof format> | null | undefined): ResponseRequest['output'] {
  if (asked?.type === 'json_object') return ANY_OBJECT;
  return asked?.type === 'json_schema' ? asked.schema : undefined;
}

function toAskedTools({
  tools,
  tool_choice: choice,
}: Pick<z.infer<typeof responseRequest>, 'tools' | 'tool_choice'>): AskedTools {
  return {
    tools: (tools ?? []).map(({ type, name, description, parameters }) => ({
      type,
      function: { name, description, parameters },
    })),
    choice:
      typeof choice === 'object' && choice !== null
        ? { type: 'function', function: { name: choice.name } }
        : (choice ?? undefined),
    field: 'input',
  };
}
