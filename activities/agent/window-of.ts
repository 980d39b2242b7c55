import { resolveWindow, type Window } from '../../context/window.js';
import type { AgentConfig } from '../../flow/definition.js';
import { lookUpModel } from '../../models/model-table.js';

/** The window and the response reserve of a node's calls. */
export function windowOf(config: AgentConfig): Window {
  return resolveWindow({
    model: lookUpModel(config.model),
    contextWindow: config.extra_config?.context_window,
    maxOutputTokens: config.maxOutputTokens,
  });
}

/** What a call may answer at the most, as it is sent: the reserve, or what the model is published to give. */
export function outputLimitOf(config: AgentConfig): number {
  const { maxOutputTokens = Infinity } = lookUpModel(config.model);
  return Math.max(1, Math.min(windowOf(config).reserve, maxOutputTokens));
}
