import { z } from 'zod';
import { MAX_QUEUED_STEPS, MAX_STEP_CHARACTERS } from '../../protocol/step-queues.js';
import { withJsonSchema, type WithSchema } from '../output/to-json-schema.js';
import { countField, flagField, listField, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/limits.js';
import { CALL_FIELDS, callOutput } from './call-fields.js';
import { TOOL_CHOICE } from './call-settings.js';
import { nodeSchema, type ConfigPlace, type Described, type Draft, type NodeKind } from './node-kind.js';

/** Default limit of model calls in one run. */
export const DEFAULT_MAX_STEPS = 20;

const INSTRUCTION_FORM = `it must be an instruction of 1 to ${MAX_STEP_CHARACTERS.toLocaleString('en')} characters, or an object with a tool`;

const INSTRUCTION = z
  .string()
  .max(MAX_STEP_CHARACTERS, INSTRUCTION_FORM)
  .regex(/\S/, INSTRUCTION_FORM)
  .describe('A template: an instruction for the model.');

const TOOL_STEP = strictFields({
  tool: textField("Name of one of the agent's own tools.", { min: 1 }),
  input: z
    .record(z.string(), z.unknown(), 'it must be an object')
    .describe('What the tool is given; default: an empty object.')
    .optional(),
}).describe('A tool call that no model asks for.');

const STEP = z.union([INSTRUCTION, TOOL_STEP], INSTRUCTION_FORM).describe('What is done in one step.');
const QUEUE = listField(STEP, { what: 'steps', max: MAX_QUEUED_STEPS });
const QUEUES = strictFields({
  pre: QUEUE.describe('Done before the main loop; with one that fails the node fails.').optional(),
  post: QUEUE.describe(
    'Done after the main loop, also when that failed; one that fails changes nothing.',
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
    "Whether tools may ('auto', default), must ('required', or one by name) or must not ('none') be called. What must be called is called first; then the model is free to answer.",
  ).optional(),
  spawns: listField(textField("Slug of a flow, or 'self'.", { min: 1 }), {
    what: 'slugs of flows',
    max: FLOW_LIMITS.tools,
  })
    .describe("Flows that its 'spawn' tool may start, 'self' for its own; default: its own alone.")
    .optional(),
  spawnSeconds: countField(
    "Seconds that the sub-executions of one 'spawn' call may take together; those that run longer are canceled, and the model is told. Default 600.",
    { min: 1, max: FLOW_LIMITS.seconds },
  ).optional(),
  maxSteps: countField(
    'Model calls at the most, for each step of its queues; the last one is made without tools. Default 20.',
    { min: 1, max: FLOW_LIMITS.steps },
  ).optional(),
  artifacts: flagField(
    'False: results too large for the context are not stored, the model is asked to narrow its query.',
  ).optional(),
  queues: QUEUES.describe(
    'What it does before and after its main loop, which anybody may push further steps to while it runs.',
  ).optional(),
});
const SCHEMA = nodeSchema('agent', CONFIG).describe(
  'A model in a loop with tools. Output: output, its final answer; or the object that it is to answer with.',
);

export type AgentConfig = Described<typeof CONFIG>;
/** Steps around an agent's main loop; each queue is first in, first out. */
export type AgentQueues = Described<typeof QUEUES>;
/** An instruction, truncated in the middle if it is too long once rendered, or a tool call. */
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

/** A model in a loop with tools. */
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
