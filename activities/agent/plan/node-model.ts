import { countTools, toCallModel, type CallModel } from '../../../context/call/call-model.js';
import type { CallInput } from '../../../context/call/call-input.js';
import type { Counters, ModelCounting } from '../../../context/text/counters.js';
import { resolveWindow, type Window } from '../../../context/plan/window.js';
import type { ContextSettings } from '../../../context/plan/settings.js';
import { findGrammar } from '../../../context/grammar/grammar.js';
import { addedRules, type RequestForm } from '../../../context/grammar/template.js';
import { spillLimit } from '../../../context/results/spill-limit.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';

/** The window and the response reserve of a node's calls. */
export function readWindow(config: CallConfig): Window {
  return resolveWindow({
    model: lookUpModel(config.model),
    contextWindow: config.extraConfig?.contextWindow,
    maxOutputTokens: config.maxOutputTokens,
  });
}

/**
 * Tokens that an answer may have where nobody knows the model: it may well be a small one that does not know when to
 * end, and whoever has a large one can say so.
 */
const UNKNOWN_OUTPUT_TOKENS = 4_096;

/**
 * Tokens that a call may answer at the most, as sent to the provider: the reserve, or the published limit of the model;
 * less for a model whose window and limit nobody told, unless the node says how much.
 */
export function readOutputLimit(config: CallConfig): number {
  const { maxOutputTokens, sources } = lookUpModel(config.model);
  const isTold = sources.window !== 'assumed' || config.extraConfig?.contextWindow !== undefined;
  const isAsked = config.maxOutputTokens !== undefined;
  const limit = maxOutputTokens ?? (isTold || isAsked ? Infinity : UNKNOWN_OUTPUT_TOKENS);
  return Math.max(1, Math.min(readWindow(config).reserve, limit));
}

/** The form of requests to a model: its grammar, and the rules that its template adds. */
export function readForm(model: string): RequestForm {
  const grammar = findGrammar(model);
  return { grammar, template: addedRules(grammar, lookUpModel(model).template) };
}

/** Whether a node's model is shown pictures: as its flow says, else as the table of models does. */
export function takesPictures(config: CallConfig): boolean {
  return config.extraConfig?.pictures ?? lookUpModel(config.model).takesPictures;
}

/**
 * Whether a node's model is offered tools. One that was seen to reject them is offered them again where another model
 * would be asked next, which may take them.
 */
export function takesTools(config: CallConfig): boolean {
  const { takesTools: canCall, sources } = lookUpModel(config.model);
  return canCall || (sources.tools === 'learned' && config.fallbacks !== undefined);
}

/** Whether a node's calls may use the tools that read artifacts. A caller's own choice of tools comes before the flow's. */
export function readsArtifacts(config: CallConfig, callerTools: CallerTools | undefined): boolean {
  const choice = callerTools?.choice ?? config.toolChoice;
  return config.artifacts !== false && choice !== 'none' && takesTools(config);
}

/** Plain tokens that one tool result of a node may have. */
export function readResultLimit(config: CallConfig, settings: ContextSettings): number {
  const scaled = spillLimit({ window: readWindow(config).window, pct: settings.spillPct });
  return Math.floor(scaled / lookUpModel(config.model).tokenFactor);
}

/** The model of a node's calls: its window, and how it counts. */
export function measureModel(config: CallConfig, counting: ModelCounting): CallModel {
  return toCallModel({
    ...readWindow(config),
    ...readForm(config.model),
    takesPictures: takesPictures(config),
    ...counting,
  });
}

/** The counters of a model. */
export function makeCounters(model: string): Counters {
  return measureModel({ model }, findCounting(model)).counters;
}

/** Counts the system prompt of a node, and the tools that a call of it describes before anything is stored to be read. */
export function countFixed(
  config: CallConfig,
  {
    counting,
    offered,
  }: { counting: ModelCounting; offered: Pick<CallInput, 'tools' | 'finders' | 'readers'> },
): number {
  const { counters } = measureModel(config, counting);
  const { tools, finders, readers } = offered;
  // Long messages that a history tool shows in part are read on with readers.
  const canRead = config.artifacts !== false && tools.length > 0 && finders.length > 0;
  const { system } = config;
  const prompt = system?.trim() ? counters.countMessage({ role: 'system', content: system }) : 0;
  return prompt + countTools([...tools, ...finders, ...(canRead ? readers : [])], counters);
}
