export interface NodeRun {
  readonly nodeId: string;
  /** Empty at the top; inside a loop the item's index, `3`; nested `3.0`. */
  readonly iteration: string;
  /** From 0, unique in the execution. */
  readonly run: number;
  /** The loop whose pause between items comes before this node. */
  readonly pausesFor?: string;
}
