import type { ReasoningEffort } from '../../protocol/call-settings.js';
import { toModelFacts, withoutPrefill } from '../model-facts.js';
import { fetchStream } from './provider-fetch.js';
import type { Provider, ProviderRequest } from './provider.js';

const BASE_URL = 'https://api.anthropic.com/v1';

const OLDER_MODELS = toModelFacts([
  ['claude', 200_000],
  ['claude-3-haiku', 200_000, 4_096, '0.25', '1.25'],
  ['claude-3-opus', 200_000, 4_096, '15', '75'],
  ['claude-3-5-haiku', 200_000, 8_192, '0.8', '4'],
  ['claude-3-5-sonnet', 200_000, 8_192, '3', '15'],
  ['claude-3-7-sonnet', 200_000, 64_000, '3', '15'],
  ['claude-sonnet-4', 200_000, 64_000, '3', '15'],
  ['claude-opus-4', 200_000, 32_000, '15', '75'],
  ['claude-opus-4-5', 200_000, 64_000, '5', '25'],
  ['claude-haiku-4-5', 200_000, 64_000, '1', '5'],
]);

/** Models from 4.6 on reject a prefilled answer (platform.claude.com/docs/en/about-claude/models/migration-guide). */
const MODELS = [
  ...OLDER_MODELS,
  ...withoutPrefill(
    toModelFacts([
      ['claude-sonnet-4-6', 200_000, 128_000, '3', '15'],
      ['claude-opus-4-6', 200_000, 128_000, '5', '25'],
      ['claude-opus-4-7', 200_000, 128_000, '5', '25'],
      ['claude-opus-4-8', 200_000, 128_000, '5', '25'],
      ['claude-sonnet-5', 1_000_000, 128_000, '2', '10'],
      ['claude-opus-5', 1_000_000, 128_000, '5', '25'],
      ['claude-opus-5-5', 1_000_000, 128_000, '4', '20'],
      ['claude-haiku-5-5', 1_000_000, 128_000, '0.1', '0.5'],
      ['claude-fable-5', 1_000_000, 128_000, '10', '50'],
      ['claude-fable-5-2', 1_000_000, 128_000, '8', '40'],
    ]),
  ),
];

/** `count_tokens` rejects other fields (platform.claude.com/docs/en/api/messages-count-tokens). */
const COUNTED_FIELDS = ['model', 'system', 'messages', 'tools', 'tool_choice', 'thinking'];

export const anthropic: Provider = {
  variables: { apiKey: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
  interfaces: {
    anthropic: {
      describeMissing: ({ apiKey }) => (apiKey ? undefined : 'ANTHROPIC_API_KEY'),
      async createModel(modelId, { apiKey, baseUrl }, send = fetchStream) {
        const { createAnthropic } = await import('@ai-sdk/anthropic');
        return createAnthropic({ apiKey, baseURL: baseUrl || BASE_URL, fetch: send })(modelId);
      },
      counter: {
        name: 'count_tokens',
        toRequest: ({ url, body }) => ({ url: `${url}/count_tokens`, body: pickCounted(body) }),
        field: 'input_tokens',
      },
    },
  },
  async chooseModel({ apiKey }) {
    return apiKey ? { model: 'anthropic:claude-sonnet-4-5', reason: 'ANTHROPIC_API_KEY is set' } : undefined;
  },
  reasoningOptions: (effort, modelId) => ({ anthropic: toThinking(effort, modelId) }),
  models: MODELS,
  errors: {
    types: {
      rate_limit_error: 'Model.RateLimited',
      billing_error: 'Model.Authentication',
      authentication_error: 'Model.Authentication',
      permission_error: 'Model.Authentication',
      invalid_request_error: 'Model.InvalidRequest',
      not_found_error: 'Model.InvalidRequest',
    },
    quotaWordings: [/credit balance is too low/i],
    overflowCodes: ['model_context_window_exceeded'],
    overflowWordings: [
      /exceed context (?:limit|window)/i, // also llama-cpp-python
      /prompt is too long|input is too long/i,
    ],
  },
};

/** These reject an effort (platform.claude.com/docs/en/build-with-claude/effort), and think only with a budget. */
const WITHOUT_EFFORT = /^claude-(?:3|sonnet-4(?!-[6-9])|haiku-4(?!-[6-9])|opus-4(?!-[5-9]))/;

function toThinking(effort: ReasoningEffort, modelId: string) {
  if (WITHOUT_EFFORT.test(modelId)) return {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  if (effort === 'minimal') return { effort: 'low' };
  const isTooHigh =
    (effort === 'max' && modelId.startsWith('claude-opus-4-5')) ||
    (effort === 'xhigh' && /^claude-(?:opus-4-[56]|sonnet-4-6)/.test(modelId));
  return { effort: isTooHigh ? 'high' : effort };
}

function pickCounted(body: ProviderRequest['body']): ProviderRequest['body'] {
  return Object.fromEntries(Object.entries(body).filter(([field]) => COUNTED_FIELDS.includes(field)));
}
