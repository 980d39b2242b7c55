import { z } from 'zod';

/** Metadata as OpenAI bounds it. */
export const metadataField = z
  .record(z.string().max(64), z.string().max(512))
  .refine((fields) => Object.keys(fields).length <= 16, 'it has more than 16 fields');
