import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';

export function withCallOptions(
  model: LanguageModelV3,
  change: (options: LanguageModelV3CallOptions) => LanguageModelV3CallOptions,
): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(change(options)),
    doStream: (options) => model.doStream(change(options)),
  };
}
