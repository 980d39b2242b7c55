import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import { agentConfig, callsModel, type CallConfig } from '../../flow/kinds/model-node.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import type { SummaryRule } from '../../store/summaries/summary-due.js';
import { readWindow } from '../agent/plan/read-window.js';

/** When the threads of a flow are due for a summary; undefined: it has none, or no model to make one with. */
export function summaryRule(flow: FlowDefinition): SummaryRule | undefined {
  const { messages, summaries, tokens: most, characters } = historySettings(flow);
  if (summaries === undefined) return undefined;
  const { every, tokens, minTokens } = summaries;
  const windows = flow.nodes.filter(callsModel).map((node) => plainWindow(agentConfig(node)));
  if (summaries.model === undefined && windows.length === 0) return undefined;
  const window = windows.length === 0 ? undefined : Math.min(...windows);
  return { messages, every, tokens, minTokens, room: { tokens: most, characters, window } };
}

function plainWindow(config: CallConfig): number {
  const { window, reserve } = readWindow(config);
  return Math.floor((window - reserve) / lookUpModel(config.model).tokenFactor);
}
