import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider';
import type { ToldFacts } from '../facts/told-facts.js';
import type { AiSdk7Model } from './adapt-v4.js';

/** A model of the AI SDK 7, 6 or 5. */
export type AiSdkModel = AiSdk7Model | LanguageModelV3 | LanguageModelV2;

/** Makes a model of a provider from the part of its id after the first colon. */
export type ModelFactory = (modelId: string) => AiSdkModel | Promise<AiSdkModel>;

/** A provider as the AI SDK's packages make it: `createMistral()`. */
export interface AiSdkProvider {
  languageModel(modelId: string): AiSdkModel;
}

/** An endpoint that speaks OpenAI's chat completions: llama.cpp, vLLM, Ollama, LM Studio, a gateway. */
export interface EndpointSource {
  /** Its address, which usually ends in `/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`; default: none is sent. */
  readonly apiKey?: string | undefined;
  /** Sent with every request; default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The facts known of its models, by their names; any other name can be used, too. */
  readonly models?: Readonly<Record<string, ToldFacts>>;
}

/** A provider of any form with what is known of its models; without `provider` one of the built-in ones. */
export interface DescribedSource {
  readonly provider?: ModelFactory | AiSdkProvider | AiSdkModel;
  readonly models: Readonly<Record<string, ToldFacts>>;
}

/** The values allowed under a provider's name in a project's `models`. */
export type ModelSource = ModelFactory | AiSdkProvider | AiSdkModel | EndpointSource | DescribedSource;
