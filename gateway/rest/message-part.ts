import { z } from 'zod';

/** A part of a message, or of what an execution is started with, as a request has it. */
export const messagePart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image'),
    image: z.string().describe('The `ref` of an upload, a data URL or base64'),
    mediaType: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('file'),
    data: z.string().describe('The `ref` of an upload, a data URL or base64'),
    mediaType: z.string().optional(),
    filename: z.string().optional(),
  }),
]);

/** The places of files in a body with `parts`. */
export const PART_FILES = ['parts.*.image', 'parts.*.data'];

/** Whether a request says something, and in one way. */
export function hasTextOrParts({ text, parts }: { text?: unknown; parts?: unknown }): boolean {
  return (text === undefined) !== (parts === undefined);
}

/** The sentence of a refusal where {@link hasTextOrParts} says no. */
export const TEXT_OR_PARTS = 'it has either `text` or `parts`';
