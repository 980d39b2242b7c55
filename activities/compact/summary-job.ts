import type { Counters } from '../../context/text/counters.js';
import type { CallConfig } from '../../flow/kinds/model-node.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';

export interface SummaryJob {
  execution: ExecutionFacts;
  workflowId: string;
  nodeId: string;
  iteration: string;
  isShown: boolean;
  step: number;
  config: CallConfig;
  counters: Counters;
}
