import { z } from 'zod';
import { unchecked } from '../http/schema.js';

const toolCallId = z.string().max(40);
const functionName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-zA-Z0-9_-]+$/);

// OpenAI's sentences use the schema's messages as nouns and lists.
const functionType = z.literal('function', "'function' and 'custom'");
const integer = (minimum: number, maximum = Infinity) =>
  z.int('an integer').min(minimum, 'integer').max(maximum, 'integer').nullish();
const decimal = (minimum: number, maximum: number) =>
  z.number().min(minimum, 'decimal').max(maximum, 'decimal').nullish();

const parts = z
  .array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string().min(1) }),
      z.object({ type: z.literal('image_url'), image_url: z.unknown() }),
      z.object({ type: z.literal('input_audio'), input_audio: z.unknown() }),
      z.object({ type: z.literal('refusal'), refusal: z.unknown() }),
      z.object({ type: z.literal('audio'), audio: z.unknown() }),
      z.object({ type: z.literal('file'), file: z.unknown() }),
    ]),
    'one of a string or array of objects',
  )
  .min(1);
const content = z.union([z.string(), parts]);
const toolCall = z.object({
  id: toolCallId,
  type: functionType,
  function: z.object({ name: functionName, arguments: z.string() }),
});
const assistant = z
  .strictObject({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z.array(toolCall, 'an array of objects').min(1).nullish(),
    // Compatible servers add `reasoning_content`, and their clients return it.
    ...unchecked('name', 'refusal', 'audio', 'annotations', 'function_call', 'reasoning_content'),
  })
  .superRefine(({ content: spoken, tool_calls: calls, function_call: call, refusal, audio }, context) => {
    if (spoken || (calls ?? call ?? refusal ?? audio)) return;
    const at = { path: ['content'], input: spoken };
    if (spoken === '') context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, ...at });
    else context.addIssue({ code: 'custom', ...at });
  });
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content, ...unchecked('name') }),
  assistant,
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string().min(1), parts]),
    ...unchecked('name'),
  }),
  z.strictObject({ role: z.literal('function'), content, ...unchecked('name') }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: toolCallId, content, ...unchecked('name') }),
  z.strictObject({ role: z.literal('developer'), content, ...unchecked('name') }),
]);

const tool = z.object({
  type: functionType,
  function: z.object({
    name: functionName,
    description: z.string().max(1024).nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    ...unchecked('strict'),
  }),
});

export const chatBody = z.strictObject({
  model: z.string(),
  messages: z.array(message, 'an array of objects').min(1),
  tools: z.array(tool, 'an array of objects').min(1).max(128).nullish(),
  tool_choice: z
    .union([z.object({ function: z.object(unchecked('name')) }), z.enum(['none', 'auto', 'required'])])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_tokens: integer(1),
  max_completion_tokens: integer(1),
  n: integer(1, 128),
  temperature: decimal(0, 2),
  top_p: decimal(0, 1),
  frequency_penalty: decimal(-2, 2),
  presence_penalty: decimal(-2, 2),
  top_logprobs: integer(0, 20),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({}).nullish(),
  store: z.boolean().nullish(),
  logprobs: z.boolean().nullish(),
  stop: z.union([z.string(), z.array(z.unknown(), 'one of a string or array of strings').max(4)]).nullish(),
  ...unchecked('audio', 'function_call', 'functions', 'logit_bias', 'metadata', 'modalities', 'prediction'),
  ...unchecked('prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'reasoning_effort'),
  ...unchecked('response_format', 'safety_identifier', 'seed', 'service_tier', 'user', 'verbosity'),
  ...unchecked('web_search_options'),
});
export type ChatBody = z.infer<typeof chatBody>;
