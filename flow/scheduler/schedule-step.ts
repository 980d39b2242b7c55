import type { LoopClose } from './loop-close.js';
import type { NodeRun } from './node-run.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScheduleState } from './schedule-state.js';

export interface ScheduleStep {
  readonly state: ScheduleState;
  /** By item, then by position in the definition. */
  readonly start: readonly NodeRun[];
  readonly stop: readonly NodeRun[];
  /** Each succeeds once its results are stored and reported. */
  readonly close: readonly LoopClose[];
  /** Set in every step after the end. */
  readonly ended?: ScheduleEnd;
}
