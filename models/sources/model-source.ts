import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider';
import type { ReportedFacts } from '../reported-facts.js';
import type { AiSdk7Model } from './adapt-v4.js';

export type AiSdkModel = AiSdk7Model | LanguageModelV3 | LanguageModelV2;

/** `modelId` follows the id's first colon. */
export type ModelFactory = (modelId: string) => AiSdkModel | Promise<AiSdkModel>;

export interface AiSdkProvider {
  languageModel(modelId: string): AiSdkModel;
}

/** An endpoint for OpenAI's chat completions, such as llama.cpp, vLLM, Ollama, LM Studio or a gateway. */
export interface EndpointSource {
  /** The address, which usually ends in `/v1`. */
  readonly baseUrl: string;
  /** The key, sent as `Authorization: Bearer …`. */
  readonly apiKey?: string | undefined;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Facts by model name. Models that are not listed can be used, too. */
  readonly models?: Readonly<Record<string, ReportedFacts>>;
}

/** A provider and facts about its models. Without `provider`, the facts apply to the built-in provider. */
export interface DescribedSource {
  readonly provider?: ModelFactory | AiSdkProvider | AiSdkModel;
  readonly models: Readonly<Record<string, ReportedFacts>>;
}

/** The value of a provider in `models`. */
export type ModelSource = ModelFactory | AiSdkProvider | AiSdkModel | EndpointSource | DescribedSource;
