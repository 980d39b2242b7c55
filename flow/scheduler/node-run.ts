export interface NodeRun {
  readonly nodeId: string;
  /** Empty outside loops, the item's index (`3`) in a loop, `3.0` in a nested one. */
  readonly iteration: string;
  /** From 0, unique in the execution. */
  readonly run: number;
  /** This loop pauses before the node runs. */
  readonly pausesFor?: string;
}
