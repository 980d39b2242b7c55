import type { EmbeddingModelV3, LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../../protocol/call-settings.js';
import type { ModelFacts } from '../model-facts.js';
import type { ModelFailureType } from '../model-failure-types.js';

export interface Provider {
  readonly variables?: ProviderVariables;
  readonly interfaces: Readonly<Record<string, ModelInterface>>;
  readonly embeddings?: EmbeddingInterface;
  chooseModel(settings: ProviderSettings, fetchModels: FetchModels): Promise<ChosenModel | undefined>;
  readonly models: readonly ModelFacts[];
  readonly takesSystemAnywhere?: true;
  readonly errors?: ProviderErrors;
  endpoint?(settings: ProviderSettings): (ProviderSettings & { baseUrl: string }) | undefined;
  reasoningOptions?(effort: ReasoningEffort, modelId: string): SharedV3ProviderOptions;
}

export interface ProviderVariables {
  readonly apiKey: string;
  readonly otherApiKey?: string;
  readonly baseUrl: string;
  /** True if the base URL is enough: the server lists its models and needs no key. */
  readonly isBaseUrlEnough?: boolean;
}

export interface ProviderSettings {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly delayMs?: number | undefined;
}

interface ModelInterface {
  describeMissing(settings: ProviderSettings): string | undefined;
  /** Async, because loading the package takes up to 215 ms and 18 MB. */
  createModel(modelId: string, settings: ProviderSettings, send?: typeof fetch): Promise<LanguageModelV3>;
  readonly counter?: RequestCounter;
}

export interface ProviderRequest {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RequestCounter {
  readonly name: string;
  toRequest(request: ProviderRequest): ProviderRequest;
  readonly field: string;
}

interface EmbeddingInterface {
  describeMissing(settings: ProviderSettings): string | undefined;
  createModel(modelId: string, settings: ProviderSettings): Promise<EmbeddingModelV3>;
}

/** Checked for all providers, because compatible endpoints send others' errors. */
interface ProviderErrors {
  /** By error code, also inside a stream. */
  readonly types?: Readonly<Record<string, ModelFailureType>>;
  /** Codes of empty accounts, whose status looks retryable. */
  readonly quotaCodes?: readonly string[];
  /** Wordings of empty accounts that are reported as an invalid request. */
  readonly quotaWordings?: readonly RegExp[];
  readonly overflowCodes?: readonly string[];
  readonly overflowWordings?: readonly RegExp[];
}

export type FetchModels = (endpoint: ProviderSettings & { baseUrl: string }) => Promise<string[]>;

export interface ChosenModel {
  readonly model: string;
  readonly reason: string;
}
