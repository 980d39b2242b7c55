import { z } from 'zod';
import { strictFields, textField } from '../schema/fields.js';
import { NODE_ID_SCHEMA } from '../schema/names.js';

/** How a picture draws a node; the default is a box. */
export type NodeShape = 'box' | 'pill' | 'diamond' | 'double-box' | 'hexagon';

/** A value of a node's configuration, with the field that holds it, from `config` on. */
export interface ConfigPlace<Value = unknown> {
  field: string;
  value: Value;
  /** A list or a sub-execution's data comes from it, so that a wrong one leaves nothing to do. */
  isInput?: true;
}

/** A kind of node as definitions are checked by it and pictures draw it. Its traits are in `traits.ts`. */
export interface NodeKind<Schema extends z.ZodObject = z.ZodObject, Config = unknown> {
  /** The schema of a whole node. */
  readonly schema: Schema;
  /** The fields of its output; undefined where they are only known once it ran. */
  readonly output: readonly string[] | undefined;
  /** The fields of the output of one node, where its configuration says; default: those of its kind. */
  outputOf?(config: Config): readonly string[] | undefined;
  readonly shape?: NodeShape;
  /** The values with templates in them, in the order of the fields; an undefined value is not there. */
  templates?(config: Config): readonly ConfigPlace[];
  /** Dotted paths from the nodes' outputs that are read without a template. */
  paths?(config: Config): readonly ConfigPlace<string>[];
  /** Dotted paths from the items of a list. */
  itemPaths?(config: Config): readonly ConfigPlace<string>[];
  /** The right sides of comparisons that take a regular expression. */
  patterns?(config: Config): readonly ConfigPlace[];
  /** How the calls of a kind that calls a model are made: the settings of an agent that makes the same ones. */
  calls?(config: Config): object;
}

/** A type that a schema describes, with lists that nobody changes. */
export type Described<Schema extends z.ZodType> = Unchanging<z.infer<Schema>>;

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Unchanging<Value[Name]> }
    : Value;

/** A node that gets its id from its place in a flow. */
export type Draft<Node extends { id: string }> = Omit<Node, 'id'>;

/** For people: shown in pictures of the flow and in the Temporal UI. */
export const LABEL = textField(
  'For people: shown in pictures of the flow and in the Temporal UI.',
).optional();

/** The fields of the trigger that fired. */
export const TRIGGER_FIELDS: readonly string[] = [
  'text',
  'user',
  'data',
  'parent_execution_id',
  'user_context',
];

/** The schema of a trigger, which has nothing to configure. */
export function triggerSchema<const Kind extends string>(kind: Kind, description: string) {
  return strictFields({ id: NODE_ID_SCHEMA, kind: kindSchema(kind), label: LABEL }).describe(
    `${description} Output: ${TRIGGER_FIELDS.join(', ')}.`,
  );
}

/** The schema of a node with a configuration. */
export function nodeSchema<const Kind extends string, Config extends z.ZodType>(kind: Kind, config: Config) {
  return strictFields({
    id: NODE_ID_SCHEMA,
    kind: kindSchema(kind),
    label: LABEL,
    config: config.describe(`What a node of kind '${kind}' needs to know.`),
  });
}

/** The schema of the field `kind` of a node. */
export function kindSchema<const Kind extends string>(kind: Kind) {
  return z.literal(kind).describe('What the node does.');
}
