import { z } from 'zod';
import type { JsonSchema } from '../../protocol/asked-output.js';
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
import { FLOW_LIMITS } from '../schema/limits.js';
import { MODELS_SCHEMA } from '../schema/names.js';
import { CALL_SETTING_FIELDS } from './call-settings.js';
import type { Described } from './node-kind.js';

export const CONTEXT_WINDOW = z
  .union([z.number(), z.string().max(FLOW_LIMITS.nameCharacters), z.null()], 'it must be a number of tokens')
  .optional()
  .describe("The model's window in tokens, where the table of models does not know it.");

const EXTRA_CONFIG = strictFields({
  contextWindow: CONTEXT_WINDOW,
  pictures: flagField(
    'Whether the model takes pictures, where the table of models does not know it. Default: it does.',
  ).optional(),
  conversationMemory: flagField(
    "Whether the model sees the thread's history. Default: under a conversation it does.",
  ).optional(),
  systemFallback: flagField(
    'Repeats the system prompt as a first user message, for providers that ignore the system role.',
  ).optional(),
}).describe('Overrides of what is otherwise looked up.');

export type ExtraConfig = Described<typeof EXTRA_CONFIG>;

export const CALL_FIELDS = {
  model: MODELS_SCHEMA,
  fallbackSeconds: countField(
    'With several models: the longest rate limit or silence, in seconds, before the next model is called. Default: 20.',
    { min: 1, max: 3_600 },
  ).optional(),
  system: textField('A template: the system prompt.').optional(),
  prompt: textField(
    "A template: what the model is asked, instead of the user's message and of what other nodes answered since.",
  ).optional(),
  maxOutputTokens: countField('Tokens that an answer may have; they are kept free of the window.', {
    min: 1,
    max: 10_000_000,
  }).optional(),
  ...CALL_SETTING_FIELDS,
  output: OUTPUT.describe(
    'The JSON Schema of an object that the model answers with, instead of a text. The object is checked, and is the output of the node.',
  ).optional(),
  oversize: choiceField(
    "What happens to a user message larger than its room: 'cut' (default) shortens it inside, 'refuse' fails the node.",
    ['cut', 'refuse'],
  ).optional(),
  missing: MISSING_FIELD.optional(),
  extraConfig: EXTRA_CONFIG.optional(),
};

export function callOutput({ output }: { output?: JsonSchema }): readonly string[] | undefined {
  return output === undefined ? ['output'] : schemaFields(output);
}
