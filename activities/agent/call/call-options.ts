import type { LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { reasoningOptions } from '../../../models/providers/reasoning-options.js';
import { readOutputLimit } from '../plan/read-window.js';

/** What a node's model is told beside the request that its manifest renders to: the same at every try of a call. */
export function toCallOptions(config: CallConfig): Omit<LanguageModelV3CallOptions, 'prompt'> {
  const { temperature, topP, topK, presencePenalty, frequencyPenalty, stopSequences, seed, headers } = config;
  return {
    maxOutputTokens: readOutputLimit(config),
    temperature,
    topP,
    topK,
    presencePenalty,
    frequencyPenalty,
    stopSequences: stopSequences && [...stopSequences],
    seed,
    headers,
    providerOptions: toProviderOptions(config),
  };
}

/** A provider's own option for the effort wins, because it says more. */
function toProviderOptions({
  model,
  reasoningEffort,
  providerOptions,
}: CallConfig): SharedV3ProviderOptions | undefined {
  // Parse boundary: what a definition holds is plain JSON.
  const given = providerOptions as SharedV3ProviderOptions | undefined;
  if (reasoningEffort === undefined) return given;
  const merged: SharedV3ProviderOptions = { ...given };
  for (const [provider, options] of Object.entries(reasoningOptions(model, reasoningEffort)))
    merged[provider] = { ...options, ...given?.[provider] };
  return merged;
}
