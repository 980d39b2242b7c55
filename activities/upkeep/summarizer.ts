import type { Counters } from '../../context/text/counters.js';
import { hiddenLimit } from '../../context/summary/hidden-limit.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { CallConfig } from '../../flow/kinds/model-node.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import { agentConfig, callsModel } from '../../flow/kinds/model-node.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import type { AnsweredBy } from '../../store/summaries/summary-source.js';
import { makeCounters, readOutputLimit, readWindow } from '../agent/plan/node-model.js';

/** The model that makes a thread's summaries or describes things, and the room it has. */
export interface Summarizer {
  model: string;
  counters: Counters;
  tokenFactor: number;
  /** Tokens, by the model's count, that request and answer may have together. */
  window: number;
  maxOutputTokens: number;
  /** Plain tokens that the text of an answer may have; over them it is ended. */
  textTokens: number;
}

/** A model that thinks spends tokens before it writes: they are a limit, not a cost. */
const THINKING_TOKENS = 2_048;
/** A window of no more than this has no room for thoughts beside what is to be summarized. */
const SMALLEST_WINDOW = 2_048;
/** Over its budget a summary is cut at a topic: half more leaves something to cut. */
const SLACK = 1.5;

/** The node of a flow that answered last. */
type Answerer = Pick<AnsweredBy, 'nodeId'>;

/** The summarizer of a flow: the one it names, else the model that answered last, with its node's own window. */
export function toSummarizer(
  flow: FlowDefinition,
  { answeredBy, budget }: { answeredBy: Answerer; budget: number },
): Summarizer {
  const writer = toWriter(flow, { named: historySettings(flow).summaries?.model, answeredBy, budget });
  return { ...writer, textTokens: hiddenLimit(budget) };
}

/** A model that writes something of at most `budget` plain tokens after a turn: the named one, else as above. */
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
    // What an answer may have is the node's affair: a summary has its own budget.
    textTokens: Math.ceil(budget * SLACK),
    maxOutputTokens: Math.min(asked, readOutputLimit({ ...config, maxOutputTokens: asked })),
  };
}

/** Of a small window first the thoughts have less, then the text: the rest is for what is asked about. */
function limitAnswer({ text, window }: { text: number; window: number }): number {
  const thoughts = Math.min(THINKING_TOKENS, Math.floor(Math.max(0, window - SMALLEST_WINDOW) / 4));
  const withThoughts = Math.min(text + thoughts, Math.floor(window / 4));
  return Math.max(withThoughts, Math.min(text, Math.floor(window / 3)));
}

function toCallConfig(flow: FlowDefinition, { nodeId }: Answerer): CallConfig {
  const nodes = flow.nodes.filter(callsModel);
  const node = nodes.find(({ id }) => id === nodeId) ?? nodes.at(-1);
  if (node === undefined) throw new Error(`Flow '${flow.slug}' has no model to write with`);
  return agentConfig(node);
}
