import { addedRules, type RequestForm } from '../grammar/request-template.js';
import { scaleCounters, type Counters, type ModelCounting } from '../text/counters.js';
import type { Window } from '../plan/window.js';

export interface CallModel extends Window, RequestForm, ModelCounting {
  takesPictures?: boolean;
  counters: Counters;
}

export function toCallModel(facts: Omit<CallModel, 'counters'>): CallModel {
  const template = addedRules(facts.grammar, facts.template);
  return { ...facts, template, counters: scaleCounters(facts.plain, facts.tokenFactor) };
}

export interface OfferedTool {
  name: string;
  description?: string;
  inputSchema: unknown;
}

export function countTools(tools: readonly OfferedTool[] | undefined, { countText }: Counters): number {
  return !tools || tools.length === 0 ? 0 : countText(JSON.stringify(tools));
}
