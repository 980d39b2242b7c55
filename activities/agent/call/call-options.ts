import type { LanguageModelV3CallOptions, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import type { RenderedRequest } from '../../../context/call/request.js';
import { isStrictSchema } from '../../../flow/output/schema-fields.js';
import { reasoningOptions } from '../../../models/providers/reasoning-options.js';
import { readOutputLimit } from '../node-model.js';

export function toCallOptions(
  config: CallConfig,
  { responseFormat }: Pick<RenderedRequest, 'responseFormat'>,
): Omit<LanguageModelV3CallOptions, keyof RenderedRequest> {
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
    providerOptions: merge(
      responseFormat?.type === 'json' && !isStrictSchema(responseFormat.schema) ? NOT_STRICT : {},
      toProviderOptions(config),
    ),
  };
}

/** OpenAI's strict mode requires every field of a schema, but our schemas have optional fields. */
const NOT_STRICT: SharedV3ProviderOptions = {
  openai: { strictJsonSchema: false },
  openaiCompatible: { strictJsonSchema: false },
};

/** The node's provider options override `effort`. */
function toProviderOptions({
  model,
  reasoningEffort,
  providerOptions,
}: CallConfig): SharedV3ProviderOptions | undefined {
  const given = providerOptions as SharedV3ProviderOptions | undefined;
  if (!reasoningEffort) return given;
  return merge(reasoningOptions(model, reasoningEffort), given);
}

function merge(
  ours: SharedV3ProviderOptions,
  given: SharedV3ProviderOptions | undefined,
): SharedV3ProviderOptions | undefined {
  const merged: SharedV3ProviderOptions = { ...given };
  for (const [provider, options] of Object.entries(ours))
    merged[provider] = { ...options, ...given?.[provider] };
  return !given && Object.keys(ours).length === 0 ? undefined : merged;
}
