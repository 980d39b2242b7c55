import { z } from 'zod';
import { isJsonSchema } from '../http/json-schema.js';
import { unchecked } from '../http/schema.js';

const integer = z.int({
  error: ({ code }) => (code === 'invalid_type' ? 'Input should be a valid integer' : undefined),
});
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/);
const cacheControl = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }),
  ])
  .nullish();

const block = <Type extends string, Shape extends z.core.$ZodShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), cache_control: cacheControl, ...shape });
const text = block('text', { text: z.string(), ...unchecked('citations') });
const base64 = <Type extends string>(kind: string, mediaTypes: readonly Type[]) =>
  z.object({
    type: z.literal('base64'),
    media_type: z.enum(mediaTypes),
    data: z
      .string()
      .min(1, `${kind} cannot be empty`)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'invalid base64 data'),
  });
const url = z.object({
  type: z.literal('url'),
  url: z.string().startsWith('https://', 'Only HTTPS URLs are supported.'),
});
const picture = base64('image', ['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const pdf = base64('document', ['application/pdf']);
const file = z.looseObject({ type: z.literal('file') });
const inline = z.looseObject({ type: z.enum(['content', 'text']) });
const image = block('image', { source: z.discriminatedUnion('type', [picture, file, url]) });
const document = block('document', {
  source: z.discriminatedUnion('type', [pdf, file, url, inline]),
  ...unchecked('title', 'context', 'citations'),
});
/** Server tools and betas pass unchecked, because our clients never send them. */
const found = z.looseObject({
  type: z.enum(['search_result', 'tool_reference']),
  cache_control: cacheControl,
});
const other = z.looseObject({
  type: z.enum([
    ...(['advisor_tool_result', 'bash_code_execution_tool_result', 'code_execution_tool_result'] as const),
    ...(['compaction', 'container_upload', 'mcp_tool_result', 'mcp_tool_use', 'server_tool_use'] as const),
    ...(['text_editor_code_execution_tool_result', 'tool_search_tool_result'] as const),
    ...(['web_fetch_tool_result', 'web_search_tool_result'] as const),
  ]),
  cache_control: cacheControl,
});
const toolResult = block('tool_result', {
  tool_use_id: id,
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [document, image, found, text]))])
    .optional(),
  is_error: z.boolean().nullish(),
}).superRefine(({ is_error: isError, content = '' }, context) => {
  if (!isError) return;
  if (content.length === 0) context.addIssue('content cannot be empty if `is_error` is true');
  else if (typeof content !== 'string' && content.some(({ type }) => type !== 'text'))
    context.addIssue('all content must be type "text" if `is_error` is true');
});
const toolUse = block('tool_use', {
  id,
  name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  ...unchecked('caller'),
});
const thought = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().min(1, 'Invalid `signature` in `thinking` block'),
});
const hiddenThought = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) });

const ROLE_OF_BLOCK: Readonly<Record<string, string>> = {
  tool_result: 'user',
  image: 'user',
  document: 'user',
  tool_use: 'assistant',
  thinking: 'assistant',
  redacted_thinking: 'assistant',
};
const NO_SYSTEM_ROLE =
  'Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.';
const message = z
  .strictObject({
    role: z.enum(['user', 'assistant'], {
      error: ({ input }) => (input === 'system' ? NO_SYSTEM_ROLE : undefined),
    }),
    content: z.union([
      z.string(),
      z.array(
        z.discriminatedUnion('type', [
          z.discriminatedUnion('type', [image, document, toolResult]),
          z.discriminatedUnion('type', [toolUse, thought, hiddenThought]),
          z.discriminatedUnion('type', [text, found, other]),
        ]),
      ),
    ]),
  })
  .superRefine(({ role, content }, context) => {
    for (const { type } of typeof content === 'string' ? [] : content) {
      const only = ROLE_OF_BLOCK[type];
      if (only && only !== role) context.addIssue(`\`${type}\` blocks can only be in \`${only}\` messages`);
    }
  });

const NOT_A_SCHEMA =
  'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.';
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const inputSchema = z.looseObject({ type: z.literal('object') }).superRefine((schema, context) => {
  if ('oneOf' in schema || 'allOf' in schema || 'anyOf' in schema)
    context.addIssue('input_schema does not support oneOf, allOf, or anyOf at the top level');
  if (!Object.keys(Object(schema['properties']) as object).every((name) => PROPERTY_NAME.test(name)))
    context.addIssue({
      code: 'custom',
      path: ['properties'],
      message: `Property keys should match pattern '${PROPERTY_NAME.source}'`,
    });
  if (!isJsonSchema(schema)) context.addIssue(NOT_A_SCHEMA);
});
const customTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z
    .string()
    .min(1)
    .regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().nullish(),
  input_schema: inputSchema,
  cache_control: cacheControl,
  strict: z.boolean().nullish(),
  ...unchecked('eager_input_streaming', 'defer_loading', 'allowed_callers', 'input_examples'),
});
/** Anthropic's own tools, with a version date in their types. Only names are checked. */
const anthropicTool = z.looseObject({
  type: z.string().regex(/_\d{8}$/, { abort: true }),
  cache_control: cacheControl,
  ...unchecked('name'),
});

const parallel = z.boolean().nullish();
const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('any'), disable_parallel_tool_use: parallel }),
  z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: parallel }),
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use: parallel }),
]);
const thinking = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['adaptive', 'between_tools', 'disabled']) }),
  z.object({ type: z.literal('enabled'), budget_tokens: integer.min(1024) }),
]);

const counted = {
  model: z.string().min(1),
  system: z.union([z.string(), z.array(z.discriminatedUnion('type', [text]))]).optional(),
  tools: z
    .array(z.union([z.discriminatedUnion('type', [customTool]), anthropicTool]))
    .refine(
      (tools) => new Set(tools.map(({ name }) => name)).size === tools.length,
      'Tool names must be unique.',
    )
    .nullish(),
  tool_choice: toolChoice.nullish(),
  thinking: thinking.nullish(),
  messages: z
    .array(message)
    .min(1, 'at least one message is required')
    .refine(([first]) => first?.role !== 'assistant', 'first message must use the "user" role'),
  ...unchecked(
    'cache_control',
    'context_management',
    'mcp_servers',
    'output_config',
    'output_format',
    'speed',
  ),
};

/** POST /v1/messages/count_tokens, including betas. */
export const countBody = z.strictObject(counted);

/** POST /v1/messages, including betas. */
export const messagesBody = z.strictObject({
  max_tokens: integer.min(1),
  temperature: z.number().min(0).max(1).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: integer.min(0).nullish(),
  stream: z.boolean().nullish(),
  stop_sequences: z
    .array(z.string())
    .refine((all) => all.every((one) => one.trim()), 'each stop sequence must contain non-whitespace')
    .nullish(),
  metadata: z.strictObject(unchecked('user_id')).nullish(),
  ...counted,
  ...unchecked('container', 'fallbacks', 'inference_geo', 'safeguards', 'service_tier'),
});
export type MessagesBody = z.infer<typeof messagesBody>;
