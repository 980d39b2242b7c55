import { z } from 'zod';
import { strictFields, textField } from '../schema/fields.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  type: textField("Type of the Workflow, which the project allows in 'workflows'.", { min: 1 }),
  taskQueue: textField(
    "Task Queue to start it on, from the project's 'taskQueues'; default: the first of them, or the execution's own if the project lists none.",
    {
      min: 1,
    },
  ).optional(),
  input: z
    .unknown()
    .describe('Its only argument: a text, a list or an object with templates; default: no argument.')
    .optional(),
});
const SCHEMA = nodeSchema('workflow', CONFIG).describe(
  'Runs one of your Workflows as a child Workflow. Output: its result.',
);

export type WorkflowConfig = Described<typeof CONFIG>;
export type WorkflowNode = Described<typeof SCHEMA>;

export const workflowNodeKind = {
  schema: SCHEMA,
  output: undefined,
  shape: 'double-box',
  templates: ({ input }: WorkflowConfig) => [{ field: 'config.input', value: input }],
} satisfies NodeKind<typeof SCHEMA, WorkflowConfig>;

/** Runs one of your Workflows as a child Workflow. */
export function workflow(config: WorkflowConfig, label?: string): Draft<WorkflowNode> {
  return { kind: 'workflow', label, config };
}
