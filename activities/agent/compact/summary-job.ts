import type { Counters } from '../../../context/text/counters.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

/** The run of a node whose past is summarized, and the model that does it. */
export interface SummaryJob {
  execution: ExecutionFacts;
  workflowId: string;
  nodeId: string;
  iteration: string;
  /** Whether the node's text goes to whoever reads the stream. */
  isShown: boolean;
  /** The first step for the calls that are made. */
  step: number;
  config: CallConfig;
  counters: Counters;
}
