import { z } from 'zod';
import { invalidField } from '../errors/openai-error.js';
import { fieldError } from './field-error.js';
import type { ChatMessage, UserMessage } from './message-schema.js';

const inputText = z.object({ type: z.literal('input_text'), text: z.string() });
const outputText = z.object({ type: z.literal('output_text'), text: z.string() });
const refusal = z.object({ type: z.literal('refusal'), refusal: z.string() });
const inputImage = z.object({
  type: z.literal('input_image'),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
});
const inputFile = z.object({
  type: z.literal('input_file'),
  file_data: z.string().nullish(),
  file_id: z.string().nullish(),
  file_url: z.string().nullish(),
  filename: z.string().nullish(),
});

const userPart = z.discriminatedUnion('type', [inputText, inputImage, inputFile]);

const userItem = z.object({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(userPart).min(1)]),
});

const otherItem = z.object({
  role: z.enum(['system', 'developer', 'assistant']),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [inputText, outputText, refusal]))]),
});

const callItem = z.object({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});

const callOutputItem = z.object({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: z.union([z.string(), z.array(userPart)]),
});

/** Returned by clients that keep the history; no effect. */
const reasoningItem = z.object({ type: z.literal('reasoning') });

/** Other fields have no effect. */
const ITEMS = {
  message: z.discriminatedUnion('role', [userItem, otherItem]),
  function_call: callItem,
  function_call_output: callOutputItem,
  reasoning: reasoningItem,
} as const;

const anyItem = z.looseObject({ type: z.string().default('message') });

export function readItem(item: unknown, place: ItemPlace): InputItem {
  const { type } = checkItem(anyItem, item, place);
  if (!isItemType(type)) {
    const accepted = [...Object.keys(ITEMS), 'item_reference'].map((one) => `'${one}'`).join(', ');
    throw invalidField(
      `${place.field}.${place.index}.type`,
      `Unknown item type '${type.slice(0, 80)}': items are ${accepted}`,
    );
  }
  return checkItem(ITEMS[type], item, place);
}

interface ItemPlace {
  field: string;
  index: number;
}

function isItemType(type: string): type is keyof typeof ITEMS {
  return Object.hasOwn(ITEMS, type);
}

function checkItem<Schema extends z.ZodType>(
  schema: Schema,
  item: unknown,
  { field, index }: ItemPlace,
): z.infer<Schema> {
  const read = schema.safeParse(item);
  if (read.success) return read.data;
  throw fieldError(read.error, [field, index]);
}

type InputItem = z.infer<(typeof ITEMS)[keyof typeof ITEMS]>;
type UserPart = z.infer<typeof userPart>;

export function toChatMessages(items: readonly InputItem[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const message of items.flatMap(toChatMessage)) {
    const last = messages.at(-1);
    // Joins text and calls, which are separate items here, but one message in Chat Completions.
    if (last?.role === 'assistant' && message.role === 'assistant' && message.tool_calls != null)
      messages[messages.length - 1] = {
        ...last,
        tool_calls: [...(last.tool_calls ?? []), ...message.tool_calls],
      };
    else messages.push(message);
  }
  return messages;
}

function toChatMessage(item: InputItem): ChatMessage[] {
  if ('role' in item)
    return item.role === 'user'
      ? [{ role: 'user', content: toUserContent(item.content) }]
      : [{ role: item.role, content: readText(item.content) }];
  switch (item.type) {
    case 'function_call': {
      const { call_id: id, name, arguments: input } = item;
      return [{ role: 'assistant', tool_calls: [{ id, function: { name, arguments: input } }] }];
    }
    case 'function_call_output':
      return [{ role: 'tool', tool_call_id: item.call_id, content: toUserContent(item.output) }];
    case 'reasoning':
      return [];
  }
}

function toUserContent(content: string | readonly UserPart[]): UserMessage['content'] {
  return typeof content === 'string' ? content : content.map(toUserPart);
}

function toUserPart(part: UserPart): Exclude<UserMessage['content'], string>[number] {
  switch (part.type) {
    case 'input_text':
      return { type: 'text', text: part.text };
    case 'input_image':
      return { type: 'image_url', image_url: part.image_url ?? part.file_id ?? '' };
    case 'input_file': {
      const { file_data: data, file_url: url, file_id: id, filename } = part;
      return {
        type: 'file',
        file: {
          file_data: data ?? url ?? undefined,
          file_id: id ?? undefined,
          filename: filename ?? undefined,
        },
      };
    }
  }
}

function readText(
  content: string | readonly z.infer<typeof inputText | typeof outputText | typeof refusal>[],
): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join('\n\n');
}
