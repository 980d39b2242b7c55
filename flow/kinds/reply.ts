import { z } from 'zod';
import { MISSING_FIELD, strictFields, textField } from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  text: textField('The answer, as a template.'),
  data: z
    .unknown()
    .describe('A value with templates, which a parent gets as output instead of the text.')
    .optional(),
  missing: MISSING_FIELD.optional(),
});
const SCHEMA = nodeSchema('reply', CONFIG).describe("Sets the execution's answer. Output: output.");

export type ReplyConfig = Described<typeof CONFIG>;
export type ReplyNode = Described<typeof SCHEMA>;

export const replyKind = {
  schema: SCHEMA,
  output: ['output'],
  templates: ({ text, data }: ReplyConfig) => [
    { field: 'config.text', value: text },
    { field: 'config.data', value: data },
  ],
} satisfies NodeKind<typeof SCHEMA, ReplyConfig>;

/** Renders a text, which becomes the execution's answer. */
export function reply(config: ReplyConfig, label?: string): Draft<ReplyNode> {
  return { kind: 'reply', label, config };
}
