import { z } from 'zod';
import { strictFields } from '../schema/fields.js';
import { NODE_ID_SCHEMA } from '../schema/names.js';
import { LABEL, type Described, type Draft, type NodeKind } from './node-kind.js';

const SCHEMA = strictFields({
  id: NODE_ID_SCHEMA,
  kind: z
    .templateLiteral(['custom:', z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)], {
      error: "it must be 'custom:' and a name of 1 to 64 letters, digits, '_' and '-'",
    })
    .describe('A node kind of the project.'),
  label: LABEL,
  config: z
    .record(z.string(), z.unknown(), 'it must be an object')
    .describe('The configuration of the kind.'),
}).describe(
  "A node of the project's own kind: `custom('upper', { text: '{{ trigger.text }}' })` makes a node of kind `custom:upper`. Output: what it returns.",
);

export type CustomNode = Described<typeof SCHEMA>;

export const customKind = {
  schema: SCHEMA,
  output: undefined,
  templates: (config: CustomNode['config']) => [{ field: 'config', value: config }],
} satisfies NodeKind<typeof SCHEMA, CustomNode['config']>;

const PREFIX = 'custom:';

/** A node of one of the project's own kinds. Write `name` without the prefix `custom:`. */
export function custom(name: string, config: Record<string, unknown>): Draft<CustomNode> {
  if (name.startsWith(PREFIX))
    throw new Error(
      `custom('${name}') names its kind without '${PREFIX}': write custom('${name.slice(PREFIX.length)}', …)`,
    );
  return { kind: `${PREFIX}${name}`, config };
}
