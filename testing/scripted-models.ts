import type { ModelRegistrySettings } from '../models/registry.js';

/** Model ids under which the scripted server answers, in the wire format of either provider. */
export const SCRIPTED_MODEL = 'openai:scripted';
export const SCRIPTED_ANTHROPIC_MODEL = 'anthropic:claude-scripted';

/** The settings by which both providers lead to the scripted server. */
export function createScriptedSettings(baseUrl: string) {
  const scripted = { apiKey: 'test', baseUrl };
  return { openai: scripted, anthropic: scripted } satisfies ModelRegistrySettings;
}
