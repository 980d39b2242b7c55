import { toModelFacts, withoutPictures } from '../model-facts.js';
import { chooseFirstModel } from './choose-first-model.js';
import { createCompatibleModel } from './compatible-model.js';
import type { Provider, ProviderSettings } from './provider.js';
import { fetchStream, fetchVectors } from './provider-fetch.js';
import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import { withCallOptions } from './with-call-options.js';

const BASE_URL = 'https://api.openai.com/v1';

const MODELS = toModelFacts([
  ['gpt-4-turbo', 128_000, 4_096, '10', '30'],
  ['gpt-4o', 128_000, 16_384, '2.5', '10'],
  ['gpt-4o-2024-05-13', 128_000, 4_096, '5', '15'],
  ['gpt-4o-mini', 128_000, 16_384, '0.15', '0.6'],
  ['gpt-4.1', 1_047_576, 32_768, '2', '8'],
  ['gpt-4.1-mini', 1_047_576, 32_768, '0.4', '1.6'],
  ['gpt-4.1-nano', 1_047_576, 32_768, '0.1', '0.4'],
  ['gpt-5', 400_000, 128_000, '1.25', '10', 272_000],
  ['gpt-5-chat', 128_000, 16_384, '1.25', '10'],
  ['gpt-5-mini', 400_000, 128_000, '0.25', '2', 272_000],
  ['gpt-5-nano', 400_000, 128_000, '0.05', '0.4', 272_000],
  ['gpt-5-pro', 400_000, 272_000, '15', '120', 272_000],
  ['gpt-5.1-chat', 128_000, 16_384, '1.25', '10'],
  ['gpt-5.2', 400_000, 128_000, '1.75', '14', 272_000],
  ['gpt-5.2-pro', 400_000, 128_000, '21', '168', 272_000],
  ['gpt-5.2-chat', 128_000, 16_384, '1.75', '14'],
  ['gpt-5.3-chat', 128_000, 16_384, '1.75', '14'],
  ['gpt-5.3-codex', 400_000, 128_000, '1.75', '14', 272_000],
  ['gpt-5.4', 1_050_000, 128_000, '2.5', '15', 922_000],
  ['gpt-5.4-pro', 1_050_000, 128_000, '30', '180', 922_000],
  ['gpt-5.4-mini', 400_000, 128_000, '0.75', '4.5', 272_000],
  ['gpt-5.4-nano', 400_000, 128_000, '0.2', '1.25', 272_000],
  ['gpt-5.5', 1_050_000, 128_000, '5', '30', 922_000],
  ['gpt-5.6', 1_050_000, 128_000, '4', '20', 922_000],
  ['gpt-5.6-terra', 1_050_000, 128_000, '2', '12', 922_000],
  ['gpt-5.6-luna', 400_000, 128_000, '0.2', '1.2', 272_000],
  ['gpt-6-astra', 1_050_000, 128_000, '10', '50', 922_000],
  ['gpt-6-sol', 1_050_000, 128_000, '2', '10', 922_000],
  ['gpt-6-luna', 1_050_000, 128_000, '0.1', '0.5', 922_000],
  ['o1', 200_000, 100_000, '15', '60'],
  ['o1-pro', 200_000, 100_000, '150', '600'],
  ['o3', 200_000, 100_000, '2', '8'],
  ['o3-deep-research', 200_000, 100_000, '10', '40'],
  ['o3-pro', 200_000, 100_000, '20', '80'],
  ['o4-mini', 200_000, 100_000, '1.1', '4.4'],
  ['o4-mini-deep-research', 200_000, 100_000, '2', '8'],
]);

const TEXT_MODELS = withoutPictures(
  toModelFacts([
    ['gpt-3.5-turbo', 16_384, 4_096, '0.5', '1.5'],
    ['gpt-4', 8_192, 8_192, '30', '60'],
    ['gpt-4-32k', 32_768, 32_768, '60', '120'],
    ['gpt-4-1106', 128_000, 4_096, '10', '30'],
    ['gpt-4-0125', 128_000, 4_096, '10', '30'],
    ['gpt-oss', 131_072, 131_072],
    ['o1-mini', 128_000, 65_536, '3', '12'],
    ['o1-preview', 200_000, 32_768, '15', '60'],
    ['o3-mini', 200_000, 100_000, '1.1', '4.4'],
  ]),
);

export const openAi: Provider = {
  variables: { apiKey: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL', isBaseUrlEnough: true },
  interfaces: {
    openai: { describeMissing, createModel: createChatModel },
    'openai-responses': {
      describeMissing: ({ apiKey }) => (apiKey ? undefined : 'OPENAI_API_KEY'),
      createModel: createResponsesModel,
    },
  },
  embeddings: { describeMissing, createModel: createEmbeddingModel },
  async chooseModel({ apiKey, baseUrl }, fetchModels) {
    if (isCompatible(baseUrl)) {
      const endpoint = { apiKey, baseUrl };
      return chooseFirstModel({ endpoint, fetchModels, variable: 'OPENAI_BASE_URL', prefix: 'openai' });
    }
    return apiKey ? { model: 'openai:gpt-4o-mini', reason: 'OPENAI_API_KEY is set' } : undefined;
  },
  endpoint: ({ apiKey, baseUrl }) => (isCompatible(baseUrl) ? { apiKey, baseUrl } : undefined),
  reasoningOptions: (reasoningEffort) => ({ openai: { reasoningEffort } }),
  models: [...MODELS, ...TEXT_MODELS],
  takesSystemAnywhere: true,
  errors: {
    types: {
      rate_limit_exceeded: 'Model.RateLimited',
      insufficient_quota: 'Model.Authentication',
      billing_hard_limit_reached: 'Model.Authentication',
      billing_not_active: 'Model.Authentication',
      invalid_api_key: 'Model.Authentication',
      model_not_found: 'Model.InvalidRequest',
    },
    quotaCodes: ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'],
    overflowCodes: [
      'context_length_exceeded', // OpenAI, and most compatible endpoints
      'exceed_context_size_error', // llama.cpp
      'tokens_limit_reached', // GitHub Models
      'model_max_prompt_tokens_exceeded', // GitHub Copilot
    ],
    overflowWordings: [
      /maximum (?:context|prompt) length/i, // OpenAI chat, vLLM, Mistral, xAI
      /(?:exceeds?|exceeded|longer than|greater than) (?:the |your |this )?(?:model's |max(?:imum)? |available )*context (?:window|size|length|limit)/i, // OpenAI responses, llama.cpp, Ollama
      /longer than the maximum model length/i,
      /model's context length is only/i, // vLLM
      /reduce the length of the (?:messages|prompt|input)/i, // OpenAI, Groq
      /prompt too long; exceeded|context (?:the )?overflows/i, // Ollama, LM Studio
      /(?:context (?:window|size|length)|prompt|input(?: length| tokens?)?) (?:has been |is |was )?exceed/i, // LM Studio, Zhipu, MiniMax
      /exceed(?:s|ed)? (?:the )?(?:model |max(?:imum)? |context |input )*(?:token|length) limit/i, // Moonshot
      /range of input length should be/i,
      /too many (?:input |prompt )?tokens(?!,? please wait)/i, // Cohere; not Bedrock's rate limit
      /must (?:be <= \d+|have less than \d+ tokens)\.? given|length(?: \(\d+\))? exceeds maximum input length/i, // Text Generation Inference, TensorRT-LLM
      /(?:input|prompt|request).{0,40} (?:is )?longer than the model/i,
      /current length is \d+ while limit is/i, // Cerebras
      /request body too large for .{1,80}model/i, // GitHub Models
    ],
  },
};

async function createChatModel(modelId: string, { apiKey, baseUrl }: ProviderSettings) {
  if (!isCompatible(baseUrl)) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, baseURL: baseUrl || BASE_URL, fetch: fetchStream }).chat(modelId);
  }
  return createCompatibleModel(modelId, { name: 'openai', baseUrl, apiKey });
}

/** Asks OpenAI to store nothing, because every call sends its whole context. */
async function createResponsesModel(modelId: string, { apiKey, baseUrl }: ProviderSettings) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ apiKey, baseURL: baseUrl || BASE_URL, fetch: fetchStream });
  return withProviderOptions(provider.responses(modelId), { openai: { store: false } });
}

async function createEmbeddingModel(modelId: string, { apiKey, baseUrl }: ProviderSettings) {
  if (!isCompatible(baseUrl)) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, baseURL: baseUrl || BASE_URL, fetch: fetchVectors }).embedding(modelId);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    apiKey,
    fetch: fetchVectors,
  }).embeddingModel(modelId);
}

function describeMissing({ apiKey, baseUrl }: ProviderSettings): string | undefined {
  if (apiKey || isCompatible(baseUrl)) return undefined;
  return 'OPENAI_API_KEY, or OPENAI_BASE_URL for your own endpoint';
}

function isCompatible(baseUrl: string | undefined): baseUrl is string {
  if (!baseUrl) return false;
  return !URL.canParse(baseUrl) || new URL(baseUrl).hostname !== new URL(BASE_URL).hostname;
}

function withProviderOptions(model: LanguageModelV3, defaults: SharedV3ProviderOptions): LanguageModelV3 {
  return withCallOptions(model, (options) => {
    const providerOptions: SharedV3ProviderOptions = { ...options.providerOptions };
    for (const [provider, values] of Object.entries(defaults)) {
      providerOptions[provider] = { ...values, ...options.providerOptions?.[provider] };
    }
    return { ...options, providerOptions };
  });
}
