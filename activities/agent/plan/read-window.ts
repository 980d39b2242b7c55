import { resolveWindow, type Window } from '../../../context/window.js';
import type { ContextSettings } from '../../../context/settings.js';
import { spillLimit } from '../../../context/spill/spill-limit.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { lookUpModel } from '../../../models/facts/model-table.js';

/** The window and the response reserve of a node's calls. */
export function readWindow(config: CallConfig): Window {
  return resolveWindow({
    model: lookUpModel(config.model),
    contextWindow: config.extraConfig?.contextWindow,
    maxOutputTokens: config.maxOutputTokens,
  });
}

/** Tokens that a call may answer at the most, as sent to the provider: the reserve, or the published limit of the model. */
export function readOutputLimit(config: CallConfig): number {
  const { maxOutputTokens = Infinity } = lookUpModel(config.model);
  return Math.max(1, Math.min(readWindow(config).reserve, maxOutputTokens));
}

/** Whether a node's model is shown pictures: as its flow says, else as the table of models does. */
export function takesPictures(config: CallConfig): boolean {
  return config.extraConfig?.pictures ?? lookUpModel(config.model).takesPictures;
}

/** Whether a node's model can call tools. */
export function takesTools(config: CallConfig): boolean {
  return lookUpModel(config.model).takesTools;
}

/** Plain tokens that one tool result of a node may have. */
export function readResultLimit(config: CallConfig, settings: ContextSettings): number {
  const scaled = spillLimit({ window: readWindow(config).window, pct: settings.spillPct });
  return Math.floor(scaled / lookUpModel(config.model).tokenFactor);
}
