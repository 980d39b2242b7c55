import type { FlowDefinition } from '../../../flow/definition.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { historySettings } from '../../../flow/settings/history-settings.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

export function offersHistory(
  flow: FlowDefinition,
  { config, execution }: { config: CallConfig; execution: ExecutionFacts },
): boolean {
  const { currentSeq, clearedThrough, threadDepth } = execution;
  const { retrieval, messages } = historySettings(flow);
  const hasTools = (config.tools ?? []).length > 0;
  if (!retrieval || currentSeq === null || !hasTools) return false;
  if (config.extraConfig?.conversationMemory === false) return false;
  return threadDepth > 0 || currentSeq - (clearedThrough ?? 0) > messages;
}
