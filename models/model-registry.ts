import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { createProviderCounter, type CountRequest, type ProviderCount } from './counting/provider-counter.js';
import { lookUpModel } from './facts/model-table.js';
import { reportFacts } from './reported-facts.js';
import { listProviders, type ModelSettings } from './providers/providers.js';
import { asModelV3 } from './sources/as-model-v3.js';
import type { EndpointSource, ModelFactory, ModelSource } from './sources/model-source.js';
import { readModelSource } from './sources/read-model-source.js';
import { DEFAULT_STALL_MS } from './stream/stall-limit.js';

export type { ModelFactory } from './sources/model-source.js';

export interface ModelRegistrySettings extends ModelSettings {
  /** Replaces a built-in provider of the same name. */
  readonly custom?: Readonly<Record<string, ModelSource>> | undefined;
  readonly stallMs?: number | undefined;
  readonly asksCounters?: boolean | undefined;
}

export interface ModelRegistry {
  readonly providers: readonly string[];
  readonly callable: readonly string[];
  /** Splits at the first colon. Throws `ERR_UNKNOWN_MODEL` or `ERR_MODEL_KEY_MISSING`. */
  resolve(id: string): Promise<LanguageModelV3>;
  findEndpoint(id: string): EndpointSource | undefined;
  findStallMs(id: string): number;
  count(id: string, options: LanguageModelV3CallOptions): Promise<ProviderCount | undefined>;
}

/** Facts in `custom` apply to the whole process. */
export function createModelRegistry(settings: ModelRegistrySettings): ModelRegistry {
  const factories = new Map(listFactories(settings));
  const counters = new Map(settings.asksCounters === false ? [] : listCounters(settings));
  const endpoints = new Map(listEndpoints(settings));
  const keyless = new Set(listWithoutKeys(settings));
  const elsewhere = new Set(endpoints.keys());
  if (endpoints.has('openai')) elsewhere.add('openai-responses');
  for (const [name, source] of Object.entries(settings.custom ?? {})) {
    const { factory, facts, endpoint } = readModelSource(name, source);
    if (factory) factories.set(name, factory);
    if (factory) keyless.delete(name);
    if (factory) endpoints.delete(name);
    if (factory) counters.delete(name);
    if (endpoint) endpoints.set(name, endpoint);
    for (const [model, reported] of facts) reportFacts('config', `${name}:${model}`, reported);
    if (factory) elsewhere.add(name);
  }
  // Other endpoints' chat templates are unknown.
  for (const name of ['openai', 'openai-responses'])
    reportFacts('endpoint', `${name}:`, elsewhere.has(name) ? { systemMessages: 'first' } : {});
  const providers = [...factories.keys()];
  return {
    providers,
    callable: providers.filter((name) => !keyless.has(name)),
    async resolve(id) {
      const colon = id.indexOf(':');
      const known = `Available providers: ${providers.join(', ')}`;
      if (colon < 1 || colon === id.length - 1)
        throw createError('ERR_UNKNOWN_MODEL', `Model '${id}' is not of the form 'provider:model'. ${known}`);
      const factory = factories.get(id.slice(0, colon));
      if (!factory) throw createError('ERR_UNKNOWN_MODEL', `Model '${id}' has an unknown provider. ${known}`);
      return asModelV3(id, await factory(id.slice(colon + 1)));
    },
    count: async (id, options) => {
      const colon = id.indexOf(':');
      return counters.get(id.slice(0, Math.max(0, colon)))?.(id.slice(colon + 1), options);
    },
    findStallMs: (id) => lookUpModel(id).stallMs ?? settings.stallMs ?? DEFAULT_STALL_MS,
    findEndpoint: (id) => endpoints.get(id.slice(0, Math.max(0, id.indexOf(':')))),
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

function listWithoutKeys(settings: ModelSettings): string[] {
  return listProviders().flatMap(([name, { interfaces }]) =>
    Object.entries(interfaces).flatMap(([prefix, { describeMissing }]) =>
      describeMissing(settings[name] ?? {}) === undefined ? [] : [prefix],
    ),
  );
}

function listCounters(settings: ModelSettings): [prefix: string, CountRequest][] {
  return listProviders().flatMap(([name, { interfaces }]) => {
    const own = settings[name] ?? {};
    return Object.entries(interfaces).flatMap(
      ([prefix, { counter, describeMissing, createModel }]): [string, CountRequest][] => {
        if (!counter || describeMissing(own) !== undefined) return [];
        return [
          [prefix, createProviderCounter({ counter, createModel: (id, send) => createModel(id, own, send) })],
        ];
      },
    );
  });
}

function listEndpoints(settings: ModelSettings): [prefix: string, EndpointSource][] {
  return listProviders().flatMap(([name, { endpoint }]): [string, EndpointSource][] => {
    const found = endpoint?.(settings[name] ?? {});
    return found ? [[name, found]] : [];
  });
}

function createError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
