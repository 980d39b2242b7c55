import type { LanguageModelV3Prompt, LanguageModelV3ToolResultOutput } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../../protocol/call-settings.js';
import { toModelFacts } from '../model-facts.js';
import { fetchStream } from './provider-fetch.js';
import type { Provider, ProviderSettings } from './provider.js';
import { withCallOptions } from './with-call-options.js';

const BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** Prices are for prompts of up to 200,000 tokens. */
const MODELS = toModelFacts([
  ['gemini-1.5-pro', 2_097_152, 8_192, '1.25', '5'],
  ['gemini-1.5-flash', 1_048_576, 8_192, '0.075', '0.3'],
  ['gemini-2.0-flash', 1_048_576, 8_192, '0.1', '0.4'],
  ['gemini-2.0-flash-lite', 1_048_576, 8_192, '0.075', '0.3'],
  ['gemini-2.5-pro', 1_048_576, 65_536, '1.25', '10'],
  ['gemini-2.5-flash', 1_048_576, 65_536, '0.3', '2.5'],
  ['gemini-2.5-flash-lite', 1_048_576, 65_536, '0.1', '0.4'],
  ['gemini-3-pro', 1_048_576, 65_536, '2', '12'],
  ['gemini-3-flash', 1_048_576, 65_536, '0.5', '3'],
  ['gemini-3.1-pro', 1_048_576, 65_536, '2', '12'],
  ['gemini-3.1-flash-lite', 1_048_576, 65_536, '0.25', '1.5'],
  ['gemini-3.5-flash', 1_048_576, 65_536, '1.5', '9'],
  ['gemini-3.5-flash-lite', 1_048_576, 65_536, '0.3', '2.5'],
]);

/** The same numbers as in Google's OpenAI-compatible endpoint. */
const THINKING_TOKENS: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
const LEAST_OF_PRO = 128;

const ANSWER_METHOD = /([^/]+\/[^/:]+):generateContent$/;

export const google: Provider = {
  variables: {
    apiKey: 'GOOGLE_GENERATIVE_AI_API_KEY',
    otherApiKey: 'GEMINI_API_KEY',
    baseUrl: 'GOOGLE_GENERATIVE_AI_BASE_URL',
  },
  interfaces: {
    google: {
      describeMissing: ({ apiKey }) => (apiKey ? undefined : 'GEMINI_API_KEY'),
      createModel,
      counter: {
        name: 'countTokens',
        toRequest: ({ url, body }) => ({
          url: url.replace(ANSWER_METHOD, '$1:countTokens'),
          body: { generateContentRequest: { model: ANSWER_METHOD.exec(url)?.[1], ...body } },
        }),
        field: 'totalTokens',
      },
    },
  },
  async chooseModel({ apiKey }) {
    return apiKey ? { model: 'google:gemini-3.5-flash-lite', reason: "Google's API key is set" } : undefined;
  },
  reasoningOptions: (effort, modelId) => ({ google: { thinkingConfig: toThinkingConfig(effort, modelId) } }),
  models: MODELS,
  errors: {
    types: {
      RESOURCE_EXHAUSTED: 'Model.RateLimited',
      UNAUTHENTICATED: 'Model.Authentication',
      PERMISSION_DENIED: 'Model.Authentication',
      INVALID_ARGUMENT: 'Model.InvalidRequest',
      FAILED_PRECONDITION: 'Model.InvalidRequest',
      NOT_FOUND: 'Model.InvalidRequest',
    },
    // Google reports a wrong key as an invalid request.
    quotaWordings: [/API key (?:not valid|not found|expired)/i, /credits? (?:are|is) depleted/i],
    overflowWordings: [/input token count.{0,60}(?:exceeds the maximum|only supports up to)/i],
  },
};

async function createModel(
  modelId: string,
  { apiKey, baseUrl }: ProviderSettings,
  send: typeof fetch = fetchStream,
) {
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
  const provider = createGoogleGenerativeAI({ apiKey, baseURL: baseUrl || BASE_URL, fetch: send });
  return withCallOptions(provider(modelId), (options) => ({ ...options, prompt: joinTexts(options.prompt) }));
}

/** From Gemini 3 on, thinking has levels and cannot be switched off. */
function toThinkingConfig(effort: ReasoningEffort, modelId: string) {
  const isPro = modelId.includes('-pro');
  if (/gemini-[12]\b/.test(modelId))
    return { thinkingBudget: Math.max(THINKING_TOKENS[effort], isPro ? LEAST_OF_PRO : 0) };
  switch (effort) {
    case 'none':
    case 'minimal':
      return { thinkingLevel: isPro ? 'low' : 'minimal' };
    case 'low':
    case 'medium':
    case 'high':
      return { thinkingLevel: effort };
    case 'xhigh':
    case 'max':
      return { thinkingLevel: 'high' };
  }
}

/** Gemini requires one result per call, the package would send one per text. */
function joinTexts(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map((message) => {
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) =>
      part.type === 'tool-result' ? { ...part, output: joinOutput(part.output) } : part,
    );
    return { ...message, content };
  });
}

function joinOutput(output: LanguageModelV3ToolResultOutput): LanguageModelV3ToolResultOutput {
  if (output.type !== 'content') return output;
  const texts = output.value.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const others = output.value.filter((part) => part.type !== 'text');
  const text = texts.join('\n') || '[The files follow]';
  if (others.length === 0) return { type: 'text', value: text };
  return { type: 'content', value: [{ type: 'text', text }, ...others] };
}
