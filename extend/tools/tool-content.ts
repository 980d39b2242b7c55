import { z } from 'zod';

/** In the AI SDK's shape. */
export interface ToolContentResult {
  type: 'content';
  value: readonly ToolContentPart[];
}

export type ToolContentPart =
  | { type: 'text'; text: string }
  /** `data` is base64. */
  | { type: 'image-data'; data: string; mediaType: string }
  /** The provider fetches the image. */
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

/** Undefined for plain data. */
export function parseToolContent(value: unknown): ToolContentResult | undefined {
  return RESULT.safeParse(value).data;
}
