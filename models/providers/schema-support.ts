import type { LanguageModelV3 } from '@ai-sdk/provider';

/** Support schemas as a setting or as a tool's input. */
const KNOWN = /^(?:openai|azure|anthropic|google|vertex|offline)(?:\.|$)/;

/** True only for certain support: compatible endpoints may accept, ignore or refuse a schema. */
export function takesSchema(model: Pick<LanguageModelV3, 'provider'>): boolean {
  return KNOWN.test(model.provider) && !('supportsStructuredOutputs' in model);
}
