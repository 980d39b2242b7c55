import type { ContextSettings } from '../../context/plan/settings.js';
import type { PlanSettings } from '../../flow/schema/plan-settings.js';
import type { ExplainedExecution } from '../../store/calls/explained-calls.js';
import type { Database } from '../../store/database.js';
import type { PlannedAgain } from '../../views/call.js';

/** Plans a stored call again. Separate, because it loads models and tools, which a chat client does not need. */
export type CallPlanner = (db: Database, input: StoredCall) => Promise<PlannedAgain>;

interface StoredCall {
  execution: ExplainedExecution;
  step: number;
  changes: PlanSettings;
  /** The process's settings; `changes` apply on top. */
  settings: ContextSettings;
}
