import { z } from 'zod';
import type { JsonSchema } from '../../protocol/json-schema.js';
import { OUTPUT } from '../output/output-field.js';
import { schemaFields } from '../output/schema-fields.js';
import {
  choiceField,
  countField,
  flagField,
  MISSING_FIELD,
  strictFields,
  textField,
} from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { MODELS_SCHEMA } from '../schema/names.js';
import { CALL_SETTING_FIELDS } from './call-setting-fields.js';
import type { Described } from './node-kind.js';

export const CONTEXT_WINDOW = z
  .union([z.number(), z.string().max(FLOW_LIMITS.nameCharacters), z.null()], 'it must be a number of tokens')
  .optional()
  .describe("The model's window in tokens, if our model table does not list it.");

const EXTRA_CONFIG = strictFields({
  contextWindow: CONTEXT_WINDOW,
  images: flagField(
    'Whether the model accepts images, if our model table does not list it. Default: true.',
  ).optional(),
  conversationMemory: flagField(
    "Whether the model sees the thread's history. Default: true in a conversation.",
  ).optional(),
  systemFallback: flagField(
    'Repeats the system prompt as a first user message, for providers that ignore the system role.',
  ).optional(),
}).describe('Overrides of facts that are otherwise looked up.');

export type ExtraConfig = Described<typeof EXTRA_CONFIG>;

export const CALL_FIELDS = {
  model: MODELS_SCHEMA,
  fallbackSeconds: countField(
    'With several models: seconds of rate limit or silence before the next model is called. Default: 20.',
    { min: 1, max: 3_600 },
  ).optional(),
  system: textField('The system prompt, as a template.').optional(),
  prompt: textField(
    "The prompt, as a template. It replaces the user's message and the answers of earlier nodes.",
  ).optional(),
  maxOutputTokens: countField('Maximum tokens of an answer, reserved in the window.', {
    min: 1,
    max: 10_000_000,
  }).optional(),
  ...CALL_SETTING_FIELDS,
  output: OUTPUT.describe(
    "The JSON Schema of an object to answer with instead of a text. The checked object is the node's output.",
  ).optional(),
  oversize: choiceField(
    "What happens to a user message that is too long: 'cut' (default) removes its middle, 'refuse' fails the node.",
    ['cut', 'refuse'],
  ).optional(),
  missing: MISSING_FIELD.optional(),
  extraConfig: EXTRA_CONFIG.optional(),
};

export function callOutput({ output }: { output?: JsonSchema }): readonly string[] | undefined {
  return output ? schemaFields(output) : ['output'];
}
