import { z } from 'zod';

const text = z.object({ type: z.literal('text'), text: z.string() });
const image = z.object({
  type: z.literal('image_url'),
  image_url: z.union([z.string(), z.object({ url: z.string() }).loose()]),
});
const file = z.object({
  type: z.literal('file'),
  file: z
    .object({
      file_data: z.string().optional(),
      file_id: z.string().optional(),
      filename: z.string().optional(),
    })
    .loose(),
});

const spoken = z.union([z.string(), z.array(text)]);

const userPart = z.discriminatedUnion('type', [text, image, file]);

export const userMessage = z.object({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(userPart).min(1)]),
  name: z.string().optional(),
});

const systemMessage = z.object({
  role: z.enum(['system', 'developer']),
  content: spoken,
  name: z.string().optional(),
});

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function').optional(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const assistantMessage = z.object({
  role: z.literal('assistant'),
  content: z
    .union([
      z.string(),
      z.array(z.union([text, z.object({ type: z.literal('refusal'), refusal: z.string() })])),
    ])
    .nullish(),
  tool_calls: z.array(toolCall).nullish(),
  refusal: z.string().nullish(),
  name: z.string().optional(),
});

/** OpenAI's API accepts only text here, but its clients also send images. */
const toolMessage = z.object({
  role: z.literal('tool'),
  tool_call_id: z.string(),
  content: z.union([z.string(), z.array(userPart)]),
});

/** Unlisted fields have no effect. */
export const chatMessage = z.discriminatedUnion('role', [
  systemMessage,
  userMessage,
  assistantMessage,
  toolMessage,
]);

export type ChatMessage = z.infer<typeof chatMessage>;
export type UserMessage = z.infer<typeof userMessage>;
