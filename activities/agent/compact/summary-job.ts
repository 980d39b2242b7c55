import type { Counters } from '../../../context/text/counters.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

export interface SummaryJob {
  execution: ExecutionFacts;
  workflowId: string;
  nodeId: string;
  iteration: string;
  /** Whether the node's text is streamed to readers. */
  isShown: boolean;
  step: number;
  config: CallConfig;
  counters: Counters;
}
