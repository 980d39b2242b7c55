import { anthropic } from './anthropic.js';
import { google } from './google.js';
import { offline } from './offline.js';
import { openAi } from './openai.js';
import type { Provider, ProviderSettings, ProviderVariables } from './provider.js';

/** All providers. The first one that can choose a default model does: the offline model stands last. */
const PROVIDERS = { openai: openAi, anthropic, google, offline } satisfies Record<string, Provider>;
export type ProviderName = keyof typeof PROVIDERS;

/** The settings of each provider that is configured. */
export type ModelSettings = Readonly<Partial<Record<ProviderName, ProviderSettings>>>;

/** The providers with their names, in order. */
export function listProviders(): [ProviderName, Provider][] {
  // `Object.entries` forgets the keys' type.
  return Object.entries(PROVIDERS) as [ProviderName, Provider][];
}

/** The environment variables of the providers that have some, by the provider's name. */
export function listVariables(): [ProviderName, ProviderVariables][] {
  return listProviders().flatMap(([name, { variables }]) => (variables ? [[name, variables]] : []));
}
