import type { LanguageModelV3 } from '@ai-sdk/provider';

/** Packages whose models give an object that is asked for by a schema, by a setting of the provider or as a tool's input. */
const KNOWN = /^(?:openai|azure|anthropic|google|vertex|offline)(?:\.|$)/;

/**
 * Whether a model is certain to take the schema of an answer as a setting. Endpoints with OpenAI's interface may take
 * it, pass over it or refuse it, and of a project's own providers nothing is known.
 */
export function takesSchema(model: Pick<LanguageModelV3, 'provider'>): boolean {
  return KNOWN.test(model.provider) && !('supportsStructuredOutputs' in model);
}
