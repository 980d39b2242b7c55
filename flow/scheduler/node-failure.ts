/** Which node failed permanently, and where. */
export interface NodeFailure {
  readonly nodeId: string;
  readonly iteration: string;
}
