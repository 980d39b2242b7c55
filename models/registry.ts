import type { LanguageModelV3 } from '@ai-sdk/provider';
import { listProviders, type ModelSettings } from './providers/providers.js';

/** Makes a model of a provider from the part of its id after the first colon. */
export type ModelFactory = (modelId: string) => LanguageModelV3 | Promise<LanguageModelV3>;

/** The providers' settings, and a user's own providers. */
export interface ModelRegistrySettings extends ModelSettings {
  /** Own providers by name, for ids `name:model`. The name of a built-in one replaces it. */
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

/** Makes a registry of the built-in providers and the user's own. */
export function createModelRegistry(settings: ModelRegistrySettings): ModelRegistry {
  const factories = new Map<string, ModelFactory>([
    ...listFactories(settings),
    ...Object.entries(settings.custom ?? {}),
  ]);
  const providers = [...factories.keys()];
  return {
    providers,
    async resolve(id) {
      const colon = id.indexOf(':');
      const known = `Available providers: ${providers.join(', ')}`;
      if (colon < 1 || colon === id.length - 1)
        throw createError('ERR_UNKNOWN_MODEL', `Model '${id}' is not of the form 'provider:model'. ${known}`);
      const factory = factories.get(id.slice(0, colon));
      if (!factory) throw createError('ERR_UNKNOWN_MODEL', `Model '${id}' has an unknown provider. ${known}`);
      return factory(id.slice(colon + 1));
    },
  };
}

function listFactories(settings: ModelSettings): [prefix: string, ModelFactory][] {
  return listProviders().flatMap(([name, { interfaces }]) => {
    const own = settings[name] ?? {};
    return Object.entries(interfaces).map(
      ([prefix, { describeMissing, createModel }]): [string, ModelFactory] => [
        prefix,
        (modelId) => {
          const missing = describeMissing(own);
          if (missing === undefined) return createModel(modelId, own);
          throw createError('ERR_MODEL_KEY_MISSING', `Model '${prefix}:${modelId}' needs ${missing}`);
        },
      ],
    );
  });
}

function createError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
