import { z } from 'zod';
import { listField } from './fields.js';
import { FLOW_LIMITS } from './flow-limits.js';

/** In templates, these words have another meaning. */
export const RESERVED_IDS: readonly string[] = [
  ...['trigger', 'loop', 'nodes', 'node_outputs'],
  ...['true', 'false', 'none', 'null', 'True', 'False', 'None', 'not', 'and', 'or', 'if', 'in', 'is'],
];

const MAX = FLOW_LIMITS.nameCharacters;
const SLUG_FORM = `it must be 1 to ${MAX} of lower-case letters, digits, '-' and '_', beginning with a letter or digit`;
const ID_FORM = `it must be 1 to ${MAX} of letters, digits, '_' and '-', beginning with a letter`;
const RESERVED_FORM = `this word means something else in templates; reserved are: ${RESERVED_IDS.join(', ')}`;
const MODEL_FORM = "it must be a model id of the form 'provider:model', such as 'openai:gpt-4.1'";

export const SLUG_SCHEMA = z
  .string(SLUG_FORM)
  .regex(new RegExp(`^[a-z0-9][a-z0-9_-]{0,${MAX - 1}}$`), SLUG_FORM)
  .describe(`Names the flow in Workflow IDs and on the command line: ${SLUG_FORM}.`);

export const NODE_REFERENCE_SCHEMA = z
  .string(ID_FORM)
  .regex(new RegExp(`^[A-Za-z][A-Za-z0-9_-]{0,${MAX - 1}}$`), ID_FORM)
  .describe('Id of a node.');

export const NODE_ID_SCHEMA = NODE_REFERENCE_SCHEMA.refine((id) => !RESERVED_IDS.includes(id), {
  error: RESERVED_FORM,
}).describe(
  `Templates refer to the node's output by this id: ${ID_FORM}. Reserved: ${RESERVED_IDS.join(', ')}.`,
);

export const MODEL_ID_SCHEMA = z
  .string(MODEL_FORM)
  .regex(/^[^\s:]+:\S+$/, MODEL_FORM)
  .max(FLOW_LIMITS.modelCharacters, MODEL_FORM)
  .describe("The model: 'provider:model'.");

export const MODELS_SCHEMA = z
  .union(
    [
      MODEL_ID_SCHEMA,
      listField(MODEL_ID_SCHEMA, { what: 'models', min: 1, max: FLOW_LIMITS.fallbackModels }),
    ],
    MODEL_FORM,
  )
  .describe(
    "The model: 'provider:model'; or several: the next one is called if those before it are unavailable or limited.",
  );
