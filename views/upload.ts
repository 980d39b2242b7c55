import { z } from 'zod';
import { attachmentKind } from './conversation.js';

export const upload = z.object({
  /** For messages: `{ type: 'image', image: ref }`, `{ type: 'file', data: ref }`. */
  ref: z.string(),
  kind: attachmentKind,
  mediaType: z.string(),
  filename: z.string(),
  bytes: z.number(),
  /** Which text could not be read. */
  problem: z.string().nullable(),
});
export type Upload = z.infer<typeof upload>;
