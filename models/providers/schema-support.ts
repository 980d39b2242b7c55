import type { LanguageModelV3 } from '@ai-sdk/provider';

const KNOWN = /^(?:openai|azure|anthropic|google|vertex|offline)(?:\.|$)/;

/** Some OpenAI-compatible endpoints ignore or reject a schema. */
export function takesSchema(model: Pick<LanguageModelV3, 'provider'>): boolean {
  return KNOWN.test(model.provider) && !('supportsStructuredOutputs' in model);
}
