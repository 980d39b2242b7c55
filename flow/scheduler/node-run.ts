export interface NodeRun {
  readonly nodeId: string;
  /** Empty outside loops, the item's index (`3`) in a loop, and `3.0` in a nested loop. */
  readonly iteration: string;
  /** A number from 0 that is unique in the execution. */
  readonly run: number;
  /** The loop that pauses before this node runs. */
  readonly pausesFor?: string;
}
