import type { LoopClose } from './loop-close.js';
import type { NodeRun } from './node-run.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScheduleState } from './schedule-state.js';

export interface ScheduleStep {
  readonly state: ScheduleState;
  /** Nodes to start, ordered by item, then by definition. */
  readonly start: readonly NodeRun[];
  /**
   * Runs to cancel because their loop fails. Each is still reported, as failed or as it ended meanwhile.
   */
  readonly stop: readonly NodeRun[];
  /** Loops whose results must be stored; then they are reported as succeeded or failed. */
  readonly close: readonly LoopClose[];
  /** Repeated in every step after the end. */
  readonly ended?: ScheduleEnd;
}
