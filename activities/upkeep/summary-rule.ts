import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import { callsModel } from '../../flow/kinds/model-node.js';
import type { SummaryRule } from '../../store/summaries/summary-due.js';

/** When the threads of a flow are due for a summary; undefined: it has none, or no model to make one with. */
export function summaryRule(flow: FlowDefinition): SummaryRule | undefined {
  const { messages, summaries } = historySettings(flow);
  if (summaries === undefined) return undefined;
  if (summaries.model === undefined && !flow.nodes.some(callsModel)) return undefined;
  return { messages, every: summaries.every, tokens: summaries.tokens };
}
