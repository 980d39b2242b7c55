import type { LanguageModelV3 } from '@ai-sdk/provider';
import { isOpenAiBaseUrl, OPENAI_BASE_URL } from './providers/openai-base-url.js';
import { withProviderOptions } from './providers/with-provider-options.js';

/** Makes a model of a provider from the part of its id after the first colon. */
export type ModelFactory = (modelId: string) => LanguageModelV3 | Promise<LanguageModelV3>;

/** Keys, base URLs (usual ones end in `/v1`) and a user's own providers; what is absent is not configured. */
export interface ModelRegistrySettings {
  readonly openai?:
    { readonly apiKey?: string | undefined; readonly baseUrl?: string | undefined } | undefined;
  readonly anthropic?:
    { readonly apiKey?: string | undefined; readonly baseUrl?: string | undefined } | undefined;
  readonly offline?: { readonly delayMs?: number | undefined } | undefined;
  /** Own providers by name, for ids `name:model`. A name of a built-in one replaces it. */
  readonly custom?: Readonly<Record<string, ModelFactory>> | undefined;
}

/** Turns model ids into models. */
export interface ModelRegistry {
  /** Names that may stand before the colon. */
  readonly providers: readonly string[];
  /**
   * The model of an id `provider:model`; only the first colon splits. Throws an Error with code `ERR_UNKNOWN_MODEL`
   * (no such provider, no provider at all) or `ERR_MODEL_KEY_MISSING`.
   */
  resolve(id: string): Promise<LanguageModelV3>;
}

const ANTHROPIC_BASE_URL = 'https://api.anthropic.com/v1';

/**
 * Makes a registry of `openai:` (chat completions; with a base URL of its own any compatible endpoint),
 * `openai-responses:` (stateless), `anthropic:`, `offline:` and the user's own providers. Provider packages are loaded
 * at their first use: each costs 130-215 ms and 18 MB.
 */
export function createModelRegistry(settings: ModelRegistrySettings): ModelRegistry {
  const factories = new Map<string, ModelFactory>([
    ['openai', (modelId) => openAiChat(modelId, settings)],
    ['openai-responses', (modelId) => openAiResponses(modelId, settings)],
    ['anthropic', (modelId) => anthropic(modelId, settings)],
    ['offline', (modelId) => offline(modelId, settings)],
    ...Object.entries(settings.custom ?? {}),
  ]);
  const providers = [...factories.keys()];
  return {
    providers,
    async resolve(id) {
      const colon = id.indexOf(':');
      const known = `Available providers: ${providers.join(', ')}`;
      if (colon < 1 || colon === id.length - 1) {
        throw coded('ERR_UNKNOWN_MODEL', `Model '${id}' is not of the form 'provider:model'. ${known}`);
      }
      const factory = factories.get(id.slice(0, colon));
      if (!factory) throw coded('ERR_UNKNOWN_MODEL', `Model '${id}' has an unknown provider. ${known}`);
      return factory(id.slice(colon + 1));
    },
  };
}

async function openAiChat(modelId: string, { openai }: ModelRegistrySettings): Promise<LanguageModelV3> {
  const { apiKey, baseUrl } = openai ?? {};
  if (!baseUrl || isOpenAiBaseUrl(baseUrl)) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const key = requireKey(
      apiKey,
      `openai:${modelId}`,
      'OPENAI_API_KEY, or OPENAI_BASE_URL for an own endpoint',
    );
    return createOpenAI({ apiKey: key, baseURL: baseUrl ?? OPENAI_BASE_URL }).chat(modelId);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    includeUsage: true,
    // Picture addresses go to the endpoint as they are; the package would otherwise fetch them from here.
    supportedUrls: () => ({ 'image/*': [/^https?:/] }),
  });
  return provider.chatModel(modelId);
}

async function openAiResponses(modelId: string, { openai }: ModelRegistrySettings): Promise<LanguageModelV3> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const apiKey = requireKey(openai?.apiKey, `openai-responses:${modelId}`, 'OPENAI_API_KEY');
  const provider = createOpenAI({ apiKey, baseURL: openai?.baseUrl || OPENAI_BASE_URL });
  // Stateless: the context is ours alone, nothing is kept at the provider to continue from.
  return withProviderOptions(provider.responses(modelId), { openai: { store: false } });
}

async function anthropic(modelId: string, settings: ModelRegistrySettings): Promise<LanguageModelV3> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const apiKey = requireKey(settings.anthropic?.apiKey, `anthropic:${modelId}`, 'ANTHROPIC_API_KEY');
  return createAnthropic({ apiKey, baseURL: settings.anthropic?.baseUrl || ANTHROPIC_BASE_URL })(modelId);
}

async function offline(modelId: string, settings: ModelRegistrySettings): Promise<LanguageModelV3> {
  if (modelId !== 'demo') {
    throw coded(
      'ERR_UNKNOWN_MODEL',
      `Model 'offline:${modelId}' does not exist; the offline model is 'offline:demo'`,
    );
  }
  const { createOfflineModel } = await import('./offline/offline-model.js');
  return createOfflineModel({ delayMs: settings.offline?.delayMs ?? 0 });
}

function requireKey(apiKey: string | undefined, id: string, variables: string): string {
  if (apiKey) return apiKey;
  throw coded('ERR_MODEL_KEY_MISSING', `Model '${id}' needs ${variables}`);
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
