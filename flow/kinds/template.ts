import { z } from 'zod';
import { MISSING_FIELD, strictFields } from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  template: z
    .unknown()
    .refine((value) => value !== undefined, 'it must be a text, a list or an object with templates in it')
    .describe('A text, a list or an object with templates.'),
  missing: MISSING_FIELD.optional(),
});
const SCHEMA = nodeSchema('template', CONFIG).describe(
  'Renders the templates in a text, a list or an object. Output: output.',
);

export type TemplateConfig = Described<typeof CONFIG>;
export type TemplateNode = Described<typeof SCHEMA>;

export const templateKind = {
  schema: SCHEMA,
  output: ['output'],
  templates: ({ template }: TemplateConfig) => [{ field: 'config.template', value: template }],
} satisfies NodeKind<typeof SCHEMA, TemplateConfig>;

/** Renders a text, a list or an object with templates. */
export function template(config: TemplateConfig, label?: string): Draft<TemplateNode> {
  return { kind: 'template', label, config };
}
