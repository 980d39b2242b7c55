import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import { withCallOptions } from './with-call-options.js';

/** The same model with provider options that every call carries; a call's own options of the same name win. */
export function withProviderOptions(
  model: LanguageModelV3,
  defaults: SharedV3ProviderOptions,
): LanguageModelV3 {
  return withCallOptions(model, (options) => {
    const providerOptions: SharedV3ProviderOptions = { ...options.providerOptions };
    for (const [provider, values] of Object.entries(defaults)) {
      providerOptions[provider] = { ...values, ...options.providerOptions?.[provider] };
    }
    return { ...options, providerOptions };
  });
}
