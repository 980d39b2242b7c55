import { resolveWindow, type Window } from '../../../context/window.js';
import type { ContextSettings } from '../../../context/settings.js';
import { spillLimit } from '../../../context/spill/spill-limit.js';
import type { AgentConfig } from '../../../flow/kinds/agent.js';
import { lookUpModel } from '../../../models/facts/model-table.js';

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

/** Plain tokens that one tool result of a node may have. */
export function resultLimit(config: AgentConfig, settings: ContextSettings): number {
  const scaled = spillLimit({ window: windowOf(config).window, pct: settings.spillPct });
  return Math.floor(scaled / lookUpModel(config.model).tokenFactor);
}
