import { countFixed, measureRoom, type CallRoom } from '../../context/call/call-room.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import { agentConfig, callsModel, type CallConfig } from '../../flow/kinds/model-node.js';
import { findCounting } from '../../models/counting/model-counting.js';
import type { SummaryRule } from '../../store/summaries/summary-due.js';
import { createArtifactTools } from '../agent/look-up/artifact-tools.js';
import { createHistoryTools } from '../agent/look-up/history-tools.js';
import { measureModel, readOutputLimit, readPrompt, readWindow } from '../agent/node-model.js';
import type { ActivityDependencies } from '../dependencies.js';

/** The smallest room among the conversation's models decides when a summary is due. */
export function summaryRule(worker: RuleDependencies, flow: FlowDefinition): SummaryRule | undefined {
  const { messages, summaries, tokens: most, characters } = historySettings(flow);
  if (!summaries) return undefined;
  const { every, tokens, minTokens } = summaries;
  const rooms = flow.nodes
    .filter(callsModel)
    .map((node) => agentConfig(node))
    .filter(({ extraConfig }) => extraConfig?.conversationMemory !== false)
    .map((config) => toRoom(worker, config));
  if (summaries.model === undefined && rooms.length === 0) return undefined;
  const leading = Math.min(...rooms.map((room) => room.leading));
  const window = Math.min(...rooms.map(({ budget, tokenFactor }) => Math.floor(budget / tokenFactor)));
  return {
    messages,
    every,
    tokens: tokens.map((budget) => Math.min(budget, leading)),
    minTokens,
    room: { tokens: most, characters, window },
  };
}

export type RuleDependencies = Pick<ActivityDependencies, 'db' | 'tools' | 'settings'>;

function toRoom({ db, tools, settings }: RuleDependencies, config: CallConfig): CallRoom {
  // Unknown tools are skipped: the flow may name tools that only other workers have.
  const known = (config.tools ?? []).filter((name) => tools.knows(name));
  const offered = {
    tools: tools.schemas(known),
    finders: known.length === 0 ? [] : createHistoryTools(db).schemas(),
    readers: createArtifactTools(db).schemas(),
  };
  const counting = findCounting(config.model);
  const fixed = { ...offered, system: readPrompt(config), mayRead: config.artifacts !== false };
  const fixedTokens = countFixed(fixed, measureModel(config, counting).counters);
  const { tokenFactor } = counting;
  const outputLimit = readOutputLimit(config);
  return measureRoom({ ...readWindow(config), settings, fixedTokens, tokenFactor, outputLimit });
}
