import type { LoopClose } from './loop-close.js';
import type { NodeRun } from './node-run.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScheduleState } from './schedule-state.js';

export interface ScheduleStep {
  readonly state: ScheduleState;
  /** Ordered by item, then by definition. */
  readonly start: readonly NodeRun[];
  readonly stop: readonly NodeRun[];
  /** Reported once their results are stored. */
  readonly close: readonly LoopClose[];
  /** Repeated in every step after the end. */
  readonly ended?: ScheduleEnd;
}
