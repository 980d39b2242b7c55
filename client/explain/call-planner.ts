import type { ContextSettings } from '../../context/plan/settings.js';
import type { PlanSettings } from '../../flow/plan-settings.js';
import type { ExplainedExecution } from '../../store/calls/explained-calls.js';
import type { Database } from '../../store/database.js';
import type { PlannedAgain } from '../../views/call.js';

/** Passed in, because planning loads models and tools. */
export type CallPlanner = (db: Database, input: StoredCall) => Promise<PlannedAgain>;

interface StoredCall {
  execution: ExplainedExecution;
  step: number;
  changes: PlanSettings;
  settings: ContextSettings;
}
