import { addedRules, type RequestForm } from '../grammar/template.js';
import { scaleCounters, type Counters, type ModelCounting } from '../planning-tools.js';
import type { Window } from '../window.js';

/** The model that a call is planned for: its window, and how it counts. */
export interface CallModel extends Window, RequestForm, ModelCounting {
  /** Whether it is shown pictures; default: it is. */
  takesPictures?: boolean;
  /** The model's own, its factor applied. */
  counters: Counters;
}

/** Makes the model of a call. */
export function toCallModel(facts: Omit<CallModel, 'counters'>): CallModel {
  const template = addedRules(facts.grammar, facts.template);
  return { ...facts, template, counters: scaleCounters(facts.plain, facts.tokenFactor) };
}

/** A tool as a model is offered it. */
export interface OfferedTool {
  name: string;
  description?: string;
  inputSchema: unknown;
}

/** Tokens of the tools' schemas; none cost nothing. */
export function countTools(tools: readonly OfferedTool[] | undefined, { countText }: Counters): number {
  return tools === undefined || tools.length === 0 ? 0 : countText(JSON.stringify(tools));
}
