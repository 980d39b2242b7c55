/** Which node failed for good, and where. */
export interface NodeFailure {
  readonly nodeId: string;
  readonly iteration: string;
}
