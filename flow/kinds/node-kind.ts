import { z } from 'zod';
import { strictFields, textField } from '../schema/fields.js';
import { NODE_ID_SCHEMA } from '../schema/names.js';

export type NodeShape = 'box' | 'pill' | 'diamond' | 'double-box' | 'hexagon';

export interface ConfigPlace<Value = unknown> {
  field: string;
  value: Value;
  /** The node fails without this value. */
  isInput?: true;
}

/** Describes a kind to validation and diagrams. Its traits are in `traits.ts`. */
export interface NodeKind<Schema extends z.ZodObject = z.ZodObject, Config = unknown> {
  readonly schema: Schema;
  /** Undefined if only a run shows the output's fields. */
  readonly output: readonly string[] | undefined;
  outputOf?(config: Config): readonly string[] | undefined;
  readonly shape?: NodeShape;
  templates?(config: Config): readonly ConfigPlace[];
  /** Paths outside templates. */
  paths?(config: Config): readonly ConfigPlace<string>[];
  itemPaths?(config: Config): readonly ConfigPlace<string>[];
  patterns?(config: Config): readonly ConfigPlace[];
  /** A model-calling kind's settings as an agent's. */
  calls?(config: Config): object;
}

export type Described<Schema extends z.ZodType> = Unchanging<z.infer<Schema>>;

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Unchanging<Value[Name]> }
    : Value;

export type Draft<Node extends { id: string }> = Omit<Node, 'id'>;

export const LABEL = textField('Shown in drawings of the flow and in the Temporal UI.').optional();

export const TRIGGER_FIELDS: readonly string[] = [
  'text',
  'user',
  'data',
  'parent_execution_id',
  'user_context',
];

export function triggerSchema<const Kind extends string>(kind: Kind, description: string) {
  return strictFields({ id: NODE_ID_SCHEMA, kind: kindSchema(kind), label: LABEL }).describe(
    `${description} Output: ${TRIGGER_FIELDS.join(', ')}.`,
  );
}

export function nodeSchema<const Kind extends string, Config extends z.ZodType>(kind: Kind, config: Config) {
  return strictFields({
    id: NODE_ID_SCHEMA,
    kind: kindSchema(kind),
    label: LABEL,
    config: config.describe(`The configuration of a node of kind '${kind}'.`),
  });
}

export function kindSchema<const Kind extends string>(kind: Kind) {
  return z.literal(kind).describe('The kind of the node.');
}
