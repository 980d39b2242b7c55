import { z } from 'zod';
import { MAX_QUEUED_STEPS, MAX_STEP_CHARACTERS } from '../../protocol/queued-steps.js';
import { withJsonSchema, type WithSchema } from '../output/to-json-schema.js';
import { countField, flagField, listField, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { CALL_FIELDS, callOutput } from './call-fields.js';
import { TOOL_CHOICE } from './call-setting-fields.js';
import { nodeSchema, type ConfigPlace, type Described, type Draft, type NodeKind } from './node-kind.js';

export const DEFAULT_MAX_STEPS = 20;

const INSTRUCTION_FORM = `it must be an instruction of 1 to ${MAX_STEP_CHARACTERS.toLocaleString('en')} characters, or an object with a tool`;

const INSTRUCTION = z
  .string()
  .max(MAX_STEP_CHARACTERS, INSTRUCTION_FORM)
  .regex(/\S/, INSTRUCTION_FORM)
  .describe('An instruction for the model, as a template.');

const TOOL_STEP = strictFields({
  tool: textField("Name of one of the agent's own tools.", { min: 1 }),
  input: z
    .record(z.string(), z.unknown(), 'it must be an object')
    .describe("The tool's input; default: an empty object.")
    .optional(),
}).describe('A tool call without a model call.');

const STEP = z.union([INSTRUCTION, TOOL_STEP], INSTRUCTION_FORM).describe('An instruction or a tool call.');
const QUEUE = listField(STEP, { what: 'steps', max: MAX_QUEUED_STEPS });
const QUEUES = strictFields({
  pre: QUEUE.describe('Steps before the main loop. If one fails, the node fails.').optional(),
  post: QUEUE.describe(
    'Steps after the main loop, even if it failed. A failed step changes nothing.',
  ).optional(),
});

const CONFIG = strictFields({
  ...CALL_FIELDS,
  tools: listField(textField('Name of a registered tool.', { min: 1 }), {
    what: 'names of tools',
    max: FLOW_LIMITS.tools,
  })
    .describe('Names of registered tools.')
    .optional(),
  toolChoice: TOOL_CHOICE.describe(
    "Whether the model may ('auto', default), must ('required', or one by name) or must not ('none') call tools. After a required call, the model may answer.",
  ).optional(),
  spawns: listField(textField("Slug of a flow, or 'self'.", { min: 1 }), {
    what: 'slugs of flows',
    max: FLOW_LIMITS.tools,
  })
    .describe("Flows that its 'spawn' tool may start; 'self' is its own. Default: only its own.")
    .optional(),
  spawnSeconds: countField(
    "Seconds that the sub-executions of one 'spawn' call may take together. Later ones are canceled, and the model sees that. Default: 600.",
    { min: 1, max: FLOW_LIMITS.seconds },
  ).optional(),
  maxSteps: countField(
    'Maximum number of model calls for each step of its queues; the last one has no tools. Default: 20.',
    { min: 1, max: FLOW_LIMITS.steps },
  ).optional(),
  artifacts: flagField(
    'False: results too large for the context are not stored; the model is asked to narrow its query.',
  ).optional(),
  queues: QUEUES.describe(
    'Steps before and after the main loop. More steps can be pushed while the agent runs.',
  ).optional(),
});
const SCHEMA = nodeSchema('agent', CONFIG).describe(
  'A model in a loop with tools. Output: output, its final answer or the requested object.',
);

export type AgentConfig = Described<typeof CONFIG>;
/** Steps before and after the main loop. Each queue is first in, first out. */
export type AgentQueues = Described<typeof QUEUES>;
export type AgentStep = Described<typeof STEP>;
export type AgentToolStep = Described<typeof TOOL_STEP>;
export type AgentNode = Described<typeof SCHEMA>;

export const agentKind = {
  schema: SCHEMA,
  output: ['output'],
  outputOf: callOutput,
  templates: ({ system, prompt, queues }: AgentConfig) => [
    { field: 'config.system', value: system },
    { field: 'config.prompt', value: prompt },
    ...listInstructions(queues),
  ],
  calls: (config: AgentConfig): AgentConfig => config,
} satisfies NodeKind<typeof SCHEMA, AgentConfig>;

/** Calls a model with tools in a loop. */
export function agent(config: WithSchema<AgentConfig>, label?: string): Draft<AgentNode> {
  return { kind: 'agent', label, config: withJsonSchema(config) };
}

function listInstructions(queues: AgentQueues = {}): ConfigPlace[] {
  return (['pre', 'post'] as const).flatMap((queue) =>
    (queues[queue] ?? []).flatMap((step, index) =>
      typeof step === 'string' ? [{ field: `config.queues.${queue}[${index}]`, value: step }] : [],
    ),
  );
}
