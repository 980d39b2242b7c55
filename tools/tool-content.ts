import { z } from 'zod';

/** A result of several parts, as the AI SDK has it. */
export interface ToolContentResult {
  type: 'content';
  value: readonly ToolContentPart[];
}

/** A text or a picture. */
export type ToolContentPart =
  | { type: 'text'; text: string }
  /** A picture in base64, and what it is: `image/png`. */
  | { type: 'image-data'; data: string; mediaType: string }
  /** A picture that the provider fetches itself. */
  | { type: 'image-url'; url: string };

const PART = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image-data'),
    data: z.string(),
    mediaType: z.string().regex(/^image\/[\w.+-]{1,100}$/i),
  }),
  z.object({ type: z.literal('image-url'), url: z.url({ protocol: /^https?$/ }) }),
]);
const RESULT = z.object({ type: z.literal('content'), value: z.array(PART).min(1) });

/** The result of a tool that is made of parts; undefined for any other, which is data. */
export function parseToolContent(value: unknown): ToolContentResult | undefined {
  return RESULT.safeParse(value).data;
}
