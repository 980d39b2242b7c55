import { toCallModel, type CallModel } from '../../context/call/to-call-model.js';
import type { Counters, ModelCounting } from '../../context/text/counters.js';
import { resolveWindow, type Window } from '../../context/plan/window.js';
import type { ContextSettings } from '../../context/plan/settings.js';
import { findGrammar } from '../../context/grammar/grammar.js';
import { addedRules, type RequestForm } from '../../context/grammar/request-template.js';
import { spillLimit } from '../../context/results/spill-limit.js';
import type { CallConfig } from '../../flow/kinds/model-node.js';
import { findCounting } from '../../models/counting/model-counting.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import type { CallerTools } from '../../protocol/caller-tools.js';

export function readWindow(config: CallConfig): Window {
  return resolveWindow({
    model: lookUpModel(config.model),
    contextWindow: config.extraConfig?.contextWindow,
    maxOutputTokens: config.maxOutputTokens,
  });
}

/** Limits the answers of unknown models, because a small one may never stop. */
const UNKNOWN_OUTPUT_TOKENS = 4_096;

export function readOutputLimit(config: CallConfig): number {
  const { maxOutputTokens, sources } = lookUpModel(config.model);
  const isTold = sources.window !== 'assumed' || config.extraConfig?.contextWindow !== undefined;
  const isAsked = config.maxOutputTokens !== undefined;
  const limit = maxOutputTokens ?? (isTold || isAsked ? Infinity : UNKNOWN_OUTPUT_TOKENS);
  return Math.max(1, Math.min(readWindow(config).reserve, limit));
}

export function readForm(model: string): RequestForm {
  const grammar = findGrammar(model);
  return { grammar, template: addedRules(grammar, lookUpModel(model).template) };
}

export function takesPictures(config: CallConfig): boolean {
  return config.extraConfig?.images ?? lookUpModel(config.model).takesPictures;
}

/** Also true for a model that once rejected tools, if the node has a fallback that may accept them. */
export function takesTools(config: CallConfig): boolean {
  const { takesTools: canCall, sources } = lookUpModel(config.model);
  return canCall || (sources.tools === 'learned' && config.fallbacks !== undefined);
}

export function readsArtifacts(config: CallConfig, callerTools: CallerTools | undefined): boolean {
  const choice = callerTools?.choice ?? config.toolChoice;
  return config.artifacts !== false && choice !== 'none' && takesTools(config);
}

export function readResultLimit(config: CallConfig, settings: ContextSettings): number {
  const scaled = spillLimit({ window: readWindow(config).window, pct: settings.spillPct });
  return Math.floor(scaled / lookUpModel(config.model).tokenFactor);
}

export function measureModel(config: CallConfig, counting: ModelCounting): CallModel {
  return toCallModel({
    ...readWindow(config),
    ...readForm(config.model),
    takesPictures: takesPictures(config),
    ...counting,
  });
}

export function makeCounters(model: string): Counters {
  return measureModel({ model }, findCounting(model)).counters;
}

export function readPrompt({ system }: CallConfig): string | undefined {
  return system?.trim() ? system : undefined;
}
