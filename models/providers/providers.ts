import { anthropic } from './anthropic.js';
import { google } from './google.js';
import { offline } from './offline.js';
import { openAi } from './openai.js';
import type { Provider, ProviderSettings, ProviderVariables } from './provider.js';

/** The first with a key is the default. */
const PROVIDERS = { openai: openAi, anthropic, google, offline } satisfies Record<string, Provider>;
export type ProviderName = keyof typeof PROVIDERS;

export type ModelSettings = Readonly<Partial<Record<ProviderName, ProviderSettings>>>;

export function listProviders(): [ProviderName, Provider][] {
  // `Object.entries` loses the keys' type.
  return Object.entries(PROVIDERS) as [ProviderName, Provider][];
}

export function listVariables(): [ProviderName, ProviderVariables][] {
  return listProviders().flatMap(([name, { variables }]) => (variables ? [[name, variables]] : []));
}
