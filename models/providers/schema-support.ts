import type { LanguageModelV3 } from '@ai-sdk/provider';

const KNOWN = /^(?:openai|azure|anthropic|google|vertex|offline)(?:\.|$)/;

/** False for OpenAI-compatible endpoints, because some of them ignore or reject a schema. */
export function takesSchema(model: Pick<LanguageModelV3, 'provider'>): boolean {
  return KNOWN.test(model.provider) && !('supportsStructuredOutputs' in model);
}
