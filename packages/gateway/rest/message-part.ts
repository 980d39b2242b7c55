import { z } from 'zod';

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

export const PART_FILES = ['parts.*.image', 'parts.*.data'];

export function hasTextOrParts({ text, parts }: { text?: unknown; parts?: unknown }): boolean {
  return (text === undefined) !== (parts === undefined);
}

export const TEXT_OR_PARTS = 'it must have either `text` or `parts`';
