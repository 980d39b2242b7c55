export interface NodeRun {
  readonly nodeId: string;
  /** Empty at the top; inside a loop the item's index, `3`; nested `3.0`. */
  readonly iteration: string;
  /** Unique in the execution, from 0. */
  readonly run: number;
  /** The loop whose pause comes before this node. */
  readonly pausesFor?: string;
}
