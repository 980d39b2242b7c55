import type { Counters } from '../../../context/text/counters.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

/** The node run to summarize, and the model for it. */
export interface SummaryJob {
  execution: ExecutionFacts;
  workflowId: string;
  nodeId: string;
  iteration: string;
  /** Whether the node's text is streamed to readers. */
  isShown: boolean;
  /** The first step of its calls. */
  step: number;
  config: CallConfig;
  counters: Counters;
}
