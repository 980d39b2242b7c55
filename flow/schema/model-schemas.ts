import { z } from 'zod';
import type { AgentConfig, AgentQueues, CategorizerConfig, ModelConfig } from '../definition.js';
import { MAX_QUEUED_STEPS, MAX_STEP_CHARACTERS } from '../queues/step-queues.js';
import {
  countField,
  choiceField,
  flagField,
  listField,
  numberField,
  strictFields,
  textField,
} from './fields.js';
import { FLOW_LIMITS } from './limits.js';
import { MODEL_ID_SCHEMA } from './names.js';

const CONTEXT_WINDOW = z
  .union([z.number(), z.string().max(FLOW_LIMITS.nameCharacters), z.null()], 'it must be a number of tokens')
  .optional()
  .describe("The model's window in tokens, where the table of models does not know it.");

const TEMPERATURE = numberField('How freely the model chooses its words; 0 is the least.', {
  min: 0,
  max: 2,
});

const MODEL_FIELDS = {
  model: MODEL_ID_SCHEMA,
  system: textField('The system prompt.').optional(),
  prompt: textField(
    "A template: what the model is asked, instead of the user's message and of what other nodes answered since.",
  ).optional(),
  maxOutputTokens: countField('Tokens that an answer may have; they are kept free of the window.', {
    min: 1,
    max: 10_000_000,
  }).optional(),
  temperature: TEMPERATURE.optional(),
  oversize: choiceField(
    "What happens to a user message larger than its room: 'cut' (default) shortens it inside, 'refuse' fails the node.",
    ['cut', 'refuse'],
  ).optional(),
  extra_config: strictFields({
    context_window: CONTEXT_WINDOW,
    conversation_memory: flagField(
      "Whether the model sees the thread's history. Default: under a conversation it does.",
    ).optional(),
    system_fallback: flagField(
      'Repeats the system prompt as a first user message, for providers that ignore the system role.',
    ).optional(),
  })
    .describe('Overrides of what is otherwise looked up.')
    .optional(),
};

/** The configuration of a `model` node. */
export const MODEL_CONFIG_SCHEMA = strictFields(MODEL_FIELDS) satisfies z.ZodType<ModelConfig>;

const INSTRUCTION_FORM = `it must be an instruction of 1 to ${MAX_STEP_CHARACTERS.toLocaleString('en')} characters, or an object with a tool`;

const AGENT_STEP = z
  .union(
    [
      z
        .string()
        .max(MAX_STEP_CHARACTERS, INSTRUCTION_FORM)
        .regex(/\S/, INSTRUCTION_FORM)
        .describe('A template: an instruction for the model.'),
      strictFields({
        tool: textField("Name of one of the agent's own tools.", { min: 1 }),
        input: z
          .record(z.string(), z.unknown(), 'it must be an object')
          .describe('What the tool is given; default: an empty object.')
          .optional(),
      }).describe('A tool call that no model asks for.'),
    ],
    INSTRUCTION_FORM,
  )
  .describe('What is done in one step.');

const QUEUE = listField(AGENT_STEP, { what: 'steps', max: MAX_QUEUED_STEPS });

const QUEUES = strictFields({
  pre: QUEUE.describe('Done before the main loop; with one that fails the node fails.').optional(),
  post: QUEUE.describe(
    'Done after the main loop, also when that failed; one that fails changes nothing.',
  ).optional(),
}) satisfies z.ZodType<AgentQueues>;

/** The configuration of an `agent` node. */
export const AGENT_CONFIG_SCHEMA = strictFields({
  ...MODEL_FIELDS,
  tools: listField(textField('Name of a registered tool.', { min: 1 }), {
    what: 'names of tools',
    max: FLOW_LIMITS.tools,
  })
    .describe('Names of registered tools.')
    .optional(),
  spawns: listField(textField("Slug of a flow, or 'self'.", { min: 1 }), {
    what: 'slugs of flows',
    max: FLOW_LIMITS.tools,
  })
    .describe("Flows that its 'spawn' tool may start, 'self' for its own; default: any.")
    .optional(),
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
}) satisfies z.ZodType<AgentConfig>;

const CATEGORY = strictFields({
  name: textField('What the model answers.', { min: 1 }),
  description: textField('What belongs into the category.').optional(),
});

const CATEGORIES = listField(CATEGORY, { what: 'categories', min: 2, max: FLOW_LIMITS.categories })
  .check(({ value, issues }) => {
    const names = new Set<string>();
    value.forEach(({ name }, index) => {
      const message = 'each category needs a name of its own';
      if (names.has(name)) issues.push({ code: 'custom', input: name, path: [index, 'name'], message });
      names.add(name);
    });
  })
  .describe('What the text may be; at least two.');

/** The configuration of a `categorizer` node. */
export const CATEGORIZER_CONFIG_SCHEMA = strictFields({
  model: MODEL_ID_SCHEMA,
  categories: CATEGORIES,
  instructions: textField('More on how to choose.').optional(),
  input: textField('A template: the text to name the category of. Default: the last message.').optional(),
  fallback: textField(
    'What an answer that names no category stands for; default: the node fails.',
  ).optional(),
  temperature: TEMPERATURE.optional(),
  extra_config: strictFields({ context_window: CONTEXT_WINDOW })
    .describe('Overrides of what is otherwise looked up.')
    .optional(),
}) satisfies z.ZodType<CategorizerConfig>;
