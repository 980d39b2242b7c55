import { z } from 'zod';
import { choiceField, countField, strictFields, textField } from '../schema/fields.js';
import { NODE_REFERENCE_SCHEMA, SLUG_SCHEMA } from '../schema/names.js';
import { cut } from '../values/shown.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  flow: SLUG_SCHEMA.describe("Slug of the flow to run, or its id in 'flowId'.").optional(),
  flowId: countField('Id of the flow to run.', { min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  trigger: NODE_REFERENCE_SCHEMA.describe('Trigger of the flow to fire; default: its first.').optional(),
  input: z
    .record(
      z.string(),
      textField("Path to a value of this execution: 'node_outputs.agent_1.output'."),
      'it must be an object of dotted paths',
    )
    .describe("Values for the sub-execution's 'trigger.data', by path in this execution.")
    .optional(),
  extraConfig: strictFields({
    inputSource: textField("The sub-execution's text: 'last_message' (default) or 'node_output'.").optional(),
    sourceNodeId: textField("With 'node_output': id of the node.").optional(),
  })
    .describe("Where the sub-execution's text comes from.")
    .optional(),
  onCancelled: choiceField(
    "If somebody cancels the sub-execution, the node fails ('fail', default), or the flow continues ('continue') with `{ error, error_code, reason }` as the output.",
    ['fail', 'continue'],
  ).optional(),
});
const SCHEMA = nodeSchema('subflow', CONFIG).describe('Runs a flow as a sub-execution. Output: its result.');

export type SubflowConfig = Described<typeof CONFIG>;
export type SubflowNode = Described<typeof SCHEMA>;

export const subflowKind = {
  schema: SCHEMA,
  output: undefined,
  paths: ({ input = {} }: SubflowConfig) =>
    Object.entries(input).map(([name, path]) => ({
      field: `config.input.${cut(name)}`,
      value: path,
      isInput: true,
    })),
} satisfies NodeKind<typeof SCHEMA, SubflowConfig>;

/** Runs another flow as a sub-execution. */
export function subflow(config: SubflowConfig, label?: string): Draft<SubflowNode> {
  return { kind: 'subflow', label, config };
}
