export interface NodeFailure {
  readonly nodeId: string;
  readonly iteration: string;
}
