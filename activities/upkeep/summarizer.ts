import type { Counters } from '../../context/text/counters.js';
import { hiddenLimit } from '../../context/summary/hidden-limit.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { CallConfig } from '../../flow/kinds/model-node.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import { agentConfig, callsModel } from '../../flow/kinds/model-node.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import type { AnsweredBy } from '../../store/summaries/summary-source.js';
import { makeCounters, readOutputLimit, readWindow } from '../agent/node-model.js';

export interface Summarizer {
  model: string;
  counters: Counters;
  tokenFactor: number;
  /** The tokens of request and answer together, counted by the model's own tokenizer. */
  window: number;
  maxOutputTokens: number;
  /** In tokens before the token factor. A longer answer is ended. */
  textTokens: number;
}

/** Room for models that think before they write. Unused tokens cost nothing. */
const THINKING_TOKENS = 2_048;
const SMALLEST_WINDOW = 2_048;
/** The model may exceed the budget by half, because the summary is cut at a topic. */
const SLACK = 1.5;

type Answerer = Pick<AnsweredBy, 'nodeId'>;

export function toSummarizer(
  flow: FlowDefinition,
  { answeredBy, budget }: { answeredBy: Answerer; budget: number },
): Summarizer {
  const writer = toWriter(flow, { named: historySettings(flow).summaries?.model, answeredBy, budget });
  return { ...writer, textTokens: hiddenLimit(budget) };
}

export function toWriter(
  flow: FlowDefinition,
  { named, answeredBy, budget }: { named: string | undefined; answeredBy: Answerer; budget: number },
): Summarizer {
  const config = named === undefined ? toCallConfig(flow, answeredBy) : { model: named };
  const { model } = config;
  const { tokenFactor } = lookUpModel(model);
  const { window } = readWindow(config);
  const asked = limitAnswer({ text: Math.ceil(budget * SLACK * tokenFactor), window });
  return {
    model,
    tokenFactor,
    counters: makeCounters(model),
    window,
    // The node's own output limit does not apply to a summary.
    textTokens: Math.ceil(budget * SLACK),
    maxOutputTokens: Math.min(asked, readOutputLimit({ ...config, maxOutputTokens: asked })),
  };
}

function limitAnswer({ text, window }: { text: number; window: number }): number {
  const thoughts = Math.min(THINKING_TOKENS, Math.floor(Math.max(0, window - SMALLEST_WINDOW) / 4));
  const withThoughts = Math.min(text + thoughts, Math.floor(window / 4));
  return Math.max(withThoughts, Math.min(text, Math.floor(window / 3)));
}

function toCallConfig(flow: FlowDefinition, { nodeId }: Answerer): CallConfig {
  const nodes = flow.nodes.filter(callsModel);
  const node = nodes.find(({ id }) => id === nodeId) ?? nodes.at(-1);
  if (!node) throw new Error(`Flow '${flow.slug}' has no model that could write the summary`);
  return agentConfig(node);
}
