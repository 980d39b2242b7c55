import type { LanguageModelV3, LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';

/** The same model with provider options that every call carries; a call's own options of the same name win. */
export function withProviderOptions(
  model: LanguageModelV3,
  defaults: SharedV3ProviderOptions,
): LanguageModelV3 {
  const merged = (options: LanguageModelV3CallOptions): LanguageModelV3CallOptions => {
    const providerOptions: SharedV3ProviderOptions = { ...options.providerOptions };
    for (const [provider, values] of Object.entries(defaults)) {
      providerOptions[provider] = { ...values, ...options.providerOptions?.[provider] };
    }
    return { ...options, providerOptions };
  };
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(merged(options)),
    doStream: (options) => model.doStream(merged(options)),
  };
}
