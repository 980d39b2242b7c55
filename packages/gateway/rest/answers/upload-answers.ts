import { z } from 'zod';
import { attachmentKind } from './conversation-answers.js';

export const upload = z.object({
  ref: z.string(),
  kind: attachmentKind,
  mediaType: z.string(),
  filename: z.string(),
  bytes: z.number(),
  problem: z.string().nullable(),
});
