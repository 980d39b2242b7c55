import type { ModelRegistrySettings } from '../../models/model-registry.js';
import type { ModelSource } from '../../models/sources/model-source.js';

export const SCRIPTED_MODEL = 'openai:scripted';
export const SCRIPTED_RESPONSES_MODEL = 'openai-responses:gpt-5-scripted';
export const SCRIPTED_ANTHROPIC_MODEL = 'anthropic:claude-scripted';
export const SCRIPTED_GOOGLE_MODEL = 'google:gemini-3-flash-scripted';

/** The scripted server counts tokens as we do, for any model. */
export const SCRIPTED_FACTS = {
  anthropic: { models: { 'claude-scripted': { tokenFactor: 1 } } },
  google: { models: { 'gemini-3-flash-scripted': { tokenFactor: 1 } } },
} as const satisfies Readonly<Record<string, ModelSource>>;

export function createScriptedSettings(baseUrl: string) {
  const scripted = { apiKey: 'test', baseUrl };
  return { openai: scripted, anthropic: scripted, google: scripted } satisfies ModelRegistrySettings;
}
