import { z } from 'zod';
import { REASONING_EFFORTS, type CallSettings } from '../../protocol/call-settings.js';
import { isSecretName, redactSecrets } from '../../protocol/redact-secrets.js';
import {
  choiceField,
  countField,
  listField,
  numberField,
  strictFields,
  textField,
} from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { cut } from '../values/shown.js';

export const TEMPERATURE = numberField('Randomness of the answer; 0 is the least.', {
  min: 0,
  max: 2,
});

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e]{0,2000}$/;
/** The request sets these itself. A wrong value would break it. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'content-type', 'content-encoding', 'connection', 'transfer-encoding'],
  ...['accept', 'accept-encoding', 'expect', 'keep-alive', 'te', 'trailer', 'upgrade'],
]);

const HEADERS = z
  .record(z.string(), z.string(), 'it must be an object of texts')
  .check(({ value, issues }) => {
    if (Object.keys(value).length > FLOW_LIMITS.headers)
      issues.push({
        code: 'custom',
        input: value,
        message: `it must have at most ${FLOW_LIMITS.headers} headers`,
      });
    for (const [name, text] of Object.entries(value)) {
      const message = headerProblem(name, text);
      if (message !== undefined) issues.push({ code: 'custom', input: value, message });
    }
  });

const PROVIDER_OPTIONS = z.record(
  z.string().min(1).max(FLOW_LIMITS.nameCharacters),
  z.record(z.string(), z.unknown(), 'it must be an object of options'),
  "it must be an object of options by the provider's name, such as { openai: { … } }",
);

export const CALL_SETTING_FIELDS = {
  temperature: TEMPERATURE.optional(),
  topP: numberField('Samples only from the most likely tokens with this total probability.', {
    min: 0,
    max: 1,
  }).optional(),
  topK: countField('Samples only from this many most likely tokens.', {
    min: 1,
    max: 1_000_000,
  }).optional(),
  presencePenalty: numberField('Above 0, tokens that already occurred become less likely.', {
    min: -2,
    max: 2,
  }).optional(),
  frequencyPenalty: numberField('Above 0, tokens become less likely the more often they occurred.', {
    min: -2,
    max: 2,
  }).optional(),
  stopSequences: listField(textField('A text that ends the answer.', { min: 1 }), {
    what: 'texts',
    min: 1,
    max: FLOW_LIMITS.stopSequences,
  })
    .describe('Texts that end the answer. All providers accept at least 4.')
    .optional(),
  seed: z
    .int('it must be a whole number')
    .describe('With the same seed, a provider that supports it returns the same answer.')
    .optional(),
  reasoningEffort: choiceField(
    "How much a reasoning model thinks; sent as the provider's own option.",
    REASONING_EFFORTS,
  ).optional(),
  providerOptions: PROVIDER_OPTIONS.describe("Options of one provider, by the provider's name.").optional(),
  headers: HEADERS.describe('HTTP headers of the request. Headers with keys are rejected.').optional(),
} satisfies { [Name in keyof CallSettings]: z.ZodType<CallSettings[Name]> };

export const TOOL_CHOICE = z.union(
  [
    z.enum(['auto', 'none', 'required']),
    strictFields({
      type: z.literal('tool').describe('This tool only.'),
      toolName: textField("Name of one of the agent's own tools.", { min: 1 }),
    }),
  ],
  "it must be 'auto', 'none', 'required' or { type: 'tool', toolName }",
) satisfies z.ZodType<CallSettings['toolChoice']>;

function headerProblem(name: string, value: string): string | undefined {
  const header = `header '${cut(redactSecrets(name))}'`;
  if (!HEADER_NAME.test(name)) return `${header} has a name that no header can have; rename it`;
  if (OWN_HEADERS.has(name.toLowerCase())) return `${header} is set by the request itself; drop it`;
  if (isSecretName(name) || redactSecrets(value) !== value)
    return `${header} carries a key, and a flow is stored and shown; set the key of the provider in the environment or the config`;
  if (!HEADER_VALUE.test(value))
    return `${header} has a value that no HTTP header can have; it must be one line of at most 2,000 ASCII characters`;
  return undefined;
}
