import type { Usage } from '../messages.js';
import type { FinalStatus } from '../final-status.js';

export interface FinishedExecution {
  status: FinalStatus;
  preview: string;
  usage: Usage;
  upkeep?: true;
}
