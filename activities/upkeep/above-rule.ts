import { aboveRoom } from '../../context/call/look-up.js';
import { leadingShare } from '../../context/call/shares.js';
import type { AboveRule } from '../../context/threads/list-unfit.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { agentConfig, callsModel } from '../../flow/kinds/model-node.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import { readWindow } from '../agent/node-model.js';

export function aboveRule(flow: FlowDefinition): AboveRule | undefined {
  const { summaries } = historySettings(flow);
  const rooms = flow.nodes
    .filter(callsModel)
    .map((node) => aboveRoom(leadingShare(readWindow(agentConfig(node)))));
  if (!summaries || rooms.length === 0) return undefined;
  return { room: Math.min(...rooms), tokens: summaries.tokens };
}
