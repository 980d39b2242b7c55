import type { LanguageModelV2, LanguageModelV3 } from '@ai-sdk/provider';
import type { ReportedFacts } from '../facts/reported-facts.js';
import type { AiSdk7Model } from './adapt-v4.js';

export type AiSdkModel = AiSdk7Model | LanguageModelV3 | LanguageModelV2;

/** `modelId` is the part after the first colon. */
export type ModelFactory = (modelId: string) => AiSdkModel | Promise<AiSdkModel>;

export interface AiSdkProvider {
  languageModel(modelId: string): AiSdkModel;
}

/** An endpoint for OpenAI's chat completions: llama.cpp, vLLM, Ollama, LM Studio, a gateway. */
export interface EndpointSource {
  /** Usually ends in `/v1`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly apiKey?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Facts by model name; other names also work. */
  readonly models?: Readonly<Record<string, ReportedFacts>>;
}

/** Facts about a provider's models; without `provider`, a built-in one's. */
export interface DescribedSource {
  readonly provider?: ModelFactory | AiSdkProvider | AiSdkModel;
  readonly models: Readonly<Record<string, ReportedFacts>>;
}

/** Allowed under a provider's name in `models`. */
export type ModelSource = ModelFactory | AiSdkProvider | AiSdkModel | EndpointSource | DescribedSource;
