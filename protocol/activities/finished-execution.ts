import type { Usage } from '../messages.js';
import type { FinalStatus } from '../status.js';

/** The outcome of an execution that has its final rows. */
export interface FinishedExecution {
  status: FinalStatus;
  /** The answer's beginning. */
  preview: string;
  usage: Usage;
  /** There is work that is done after the turn. */
  upkeep?: true;
}
