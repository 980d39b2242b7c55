import { z } from 'zod';
import type { CustomNode, FlowNode } from '../definition.js';
import {
  FILTER_CONFIG_SCHEMA,
  LOOP_CONFIG_SCHEMA,
  MERGE_CONFIG_SCHEMA,
  SWITCH_CONFIG_SCHEMA,
} from './branch-schemas.js';
import { strictFields, textField } from './fields.js';
import { AGENT_CONFIG_SCHEMA, CATEGORIZER_CONFIG_SCHEMA, MODEL_CONFIG_SCHEMA } from './model-schemas.js';
import { NODE_ID_SCHEMA } from './names.js';
import {
  APPROVAL_CONFIG_SCHEMA,
  CODE_CONFIG_SCHEMA,
  REPLY_CONFIG_SCHEMA,
  SUBFLOW_CONFIG_SCHEMA,
  TEMPLATE_CONFIG_SCHEMA,
  WAIT_CONFIG_SCHEMA,
} from './step-schemas.js';

/** A kind of node that every flow can have; others are `custom:<name>`. */
export type BuiltInKind = Exclude<FlowNode, CustomNode>['kind'];

const LABEL = textField('For people: shown in pictures of the flow and in the Temporal UI.').optional();

/** The schema of the nodes of each built-in kind. */
export const NODE_SCHEMAS = {
  chat: triggerSchema('chat', 'Fires when a user says something.'),
  manual: triggerSchema('manual', 'Fires when an execution is started outside a conversation.'),
  model: nodeSchema('model', MODEL_CONFIG_SCHEMA).describe('One model call. Output: output, its text.'),
  agent: nodeSchema('agent', AGENT_CONFIG_SCHEMA).describe(
    'A model in a loop with tools. Output: output, its final answer.',
  ),
  categorizer: nodeSchema('categorizer', CATEGORIZER_CONFIG_SCHEMA).describe(
    'A model that names the category of a text. Output: category.',
  ),
  switch: nodeSchema('switch', SWITCH_CONFIG_SCHEMA).describe(
    'Takes one of its routes by rules. Output: route.',
  ),
  filter: nodeSchema('filter', FILTER_CONFIG_SCHEMA).describe(
    'The items of a list that meet conditions. Output: items, total.',
  ),
  merge: strictFields({
    id: NODE_ID_SCHEMA,
    kind: kindSchema('merge'),
    label: LABEL,
    config: MERGE_CONFIG_SCHEMA.describe('Empty: there is nothing to configure.').optional(),
  }).describe('Waits for every branch that was taken. Output: items, outputs by node.'),
  template: nodeSchema('template', TEMPLATE_CONFIG_SCHEMA).describe(
    'A text, a list or an object with its templates filled in. Output: output.',
  ),
  code: nodeSchema('code', CODE_CONFIG_SCHEMA).describe(
    'An expression in JavaScript, without any access to the machine. Output: output, its value.',
  ),
  loop: nodeSchema('loop', LOOP_CONFIG_SCHEMA).describe(
    'Runs its body once an item. Output: results, total.',
  ),
  wait: nodeSchema('wait', WAIT_CONFIG_SCHEMA).describe('Waits by a timer. Output: waited_seconds.'),
  approval: nodeSchema('approval', APPROVAL_CONFIG_SCHEMA).describe(
    'Asks a person. Output: outcome (confirmed, cancelled, expired), confirmed, answer.',
  ),
  subflow: nodeSchema('subflow', SUBFLOW_CONFIG_SCHEMA).describe(
    'Runs a flow as a sub-execution. Output: its result.',
  ),
  reply: nodeSchema('reply', REPLY_CONFIG_SCHEMA).describe('What the execution answers. Output: output.'),
} satisfies { [Kind in BuiltInKind]: z.ZodType<Extract<FlowNode, { kind: Kind }>> };

/** The schema of the nodes of kinds that the project brings; their configuration is checked with what it brought. */
export const CUSTOM_NODE_SCHEMA = strictFields({
  id: NODE_ID_SCHEMA,
  kind: z
    .templateLiteral(['custom:', z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)], {
      error: "it must be 'custom:' and a name of 1 to 64 letters, digits, '_' and '-'",
    })
    .describe('A kind that the project brings.'),
  label: LABEL,
  config: z.record(z.string(), z.unknown(), 'it must be an object').describe('What the kind asks for.'),
}).describe(
  'A node of a kind that the project brings. Output: what it returns.',
) satisfies z.ZodType<CustomNode>;

function triggerSchema<const Kind extends string>(kind: Kind, description: string) {
  return strictFields({ id: NODE_ID_SCHEMA, kind: kindSchema(kind), label: LABEL }).describe(
    `${description} Output: text, user, data.`,
  );
}

function nodeSchema<const Kind extends string, Config extends z.ZodType>(kind: Kind, config: Config) {
  return strictFields({
    id: NODE_ID_SCHEMA,
    kind: kindSchema(kind),
    label: LABEL,
    config: config.describe(`What a node of kind '${kind}' needs to know.`),
  });
}

function kindSchema<const Kind extends string>(kind: Kind) {
  return z.literal(kind).describe('What the node does.');
}
