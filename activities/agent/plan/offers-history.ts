import type { FlowDefinition } from '../../../flow/definition.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { historySettings } from '../../../flow/settings/history-settings.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

/**
 * Whether an agent may look up what was said earlier: it has tools, sees the thread, and there is more of it than a
 * window holds, or another one above it. The same for all calls of a turn.
 */
export function offersHistory(
  flow: FlowDefinition,
  { config, execution }: { config: CallConfig; execution: ExecutionFacts },
): boolean {
  const { currentSeq, clearedThrough, threadDepth } = execution;
  const { retrieval, messages } = historySettings(flow);
  const hasTools = (config.tools ?? []).length > 0;
  if (retrieval === undefined || currentSeq === null || !hasTools) return false;
  if (config.extraConfig?.conversationMemory === false) return false;
  return threadDepth > 0 || currentSeq - (clearedThrough ?? 0) > messages;
}
