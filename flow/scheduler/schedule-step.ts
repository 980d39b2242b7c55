import type { LoopClose } from './loop-close.js';
import type { NodeRun } from './node-run.js';
import type { ScheduleEnd } from './schedule-end.js';
import type { ScheduleState } from './schedule-state.js';

/** The state after an event, and what the performer has to do now. */
export interface ScheduleStep {
  readonly state: ScheduleState;
  /** Nodes to start: items in their order, within an item the order of the definition. */
  readonly start: readonly NodeRun[];
  /** Runs to cancel, because their loop fails; each is still reported, as failed or as it ended meanwhile. */
  readonly stop: readonly NodeRun[];
  /** Loops whose result is to be stored; then they are reported as succeeded, or as failed. */
  readonly close: readonly LoopClose[];
  /** Also in every step after the end. */
  readonly ended?: ScheduleEnd;
}
