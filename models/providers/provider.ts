import type { EmbeddingModelV3, LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../../protocol/call-settings.js';
import type { ModelFacts } from '../facts/model-facts.js';
import type { ModelFailureType } from '../failures/model-failure-types.js';

/** Everything that is particular to one provider. */
export interface Provider {
  /** Its environment variables; absent: it has no settings there. */
  readonly variables?: ProviderVariables;
  /** Its model interfaces by what stands before the colon of a model id. */
  readonly interfaces: Readonly<Record<string, ModelInterface>>;
  /** Its embedding models, for ids `<the provider's own name>:<model>`; absent: it has none. */
  readonly embeddings?: EmbeddingInterface;
  /** The default model, where these settings are enough to have one; undefined: the next provider is asked. */
  chooseModel(settings: ProviderSettings, fetchModels: FetchModels): Promise<ChosenModel | undefined>;
  /** Its models; the longest prefix of a name decides. */
  readonly models: readonly ModelFacts[];
  /** Its own endpoint accepts system messages anywhere; absent: only one, before all others. */
  readonly takesSystemAnywhere?: true;
  readonly errors?: ProviderErrors;
  /** The endpoint with OpenAI's interface that its models are at; absent, or undefined: they are at the provider's own. */
  endpoint?(settings: ProviderSettings): (ProviderSettings & { baseUrl: string }) | undefined;
  /** The options that say how hard to think; absent: `{ reasoningEffort }` under the model's prefix. */
  reasoningOptions?(effort: ReasoningEffort, modelId: string): SharedV3ProviderOptions;
}

/** The environment variables of a provider. */
export interface ProviderVariables {
  readonly apiKey: string;
  /** Read where the first one is not set. */
  readonly otherApiKey?: string;
  readonly baseUrl: string;
  /** A base URL alone is enough: its server is asked for a model, and needs no key. */
  readonly isBaseUrlEnough?: boolean;
}

/** Where and as whom a provider is called; what is absent is not configured. Usual base URLs end in `/v1`. */
export interface ProviderSettings {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The offline model alone: how long it waits between two pieces of its answer. */
  readonly delayMs?: number | undefined;
}

/** One way to call a provider's models. */
interface ModelInterface {
  /** The environment variables to set first, as words; undefined: the settings are complete. */
  describeMissing(settings: ProviderSettings): string | undefined;
  /** Loads the provider's package, which costs 130-215 ms and 18 MB, and makes a model. `send` replaces `fetch`. */
  createModel(modelId: string, settings: ProviderSettings, send?: typeof fetch): Promise<LanguageModelV3>;
  /** Counts the tokens of a request; absent: its endpoint has no counter. */
  readonly counter?: RequestCounter;
}

/** A request to a provider, as its package writes it. */
export interface ProviderRequest {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A provider's own counter of tokens. */
export interface RequestCounter {
  /** The provider's name of the counter. */
  readonly name: string;
  /** Makes the request to the counter out of one for an answer. */
  toRequest(request: ProviderRequest): ProviderRequest;
  /** The field of the counter's answer that has the count. */
  readonly field: string;
}

/** The way to call a provider's embedding models. */
interface EmbeddingInterface {
  describeMissing(settings: ProviderSettings): string | undefined;
  createModel(modelId: string, settings: ProviderSettings): Promise<EmbeddingModelV3>;
}

/** How a provider's errors are read. Compatible endpoints send those of others, so all are known everywhere. */
interface ProviderErrors {
  /** Codes and types that decide by themselves where the status does not: they also come inside a stream. */
  readonly types?: Readonly<Record<string, ModelFailureType>>;
  /** Codes of an empty account, which come with a status that promises that waiting helps. */
  readonly quotaCodes?: readonly string[];
  /** Words of an empty account that comes as an invalid request. */
  readonly quotaWordings?: readonly RegExp[];
  /** Codes of a request that is longer than the model's window. */
  readonly overflowCodes?: readonly string[];
  /** Words of such a request, for servers without a code for it. */
  readonly overflowWordings?: readonly RegExp[];
}

/** Lists the model ids of an OpenAI-compatible endpoint. */
export type FetchModels = (endpoint: ProviderSettings & { baseUrl: string }) => Promise<string[]>;

/** A model id and, for people, why it was chosen. */
export interface ChosenModel {
  readonly model: string;
  readonly reason: string;
}
