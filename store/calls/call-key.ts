/** One model call: a step of an execution. */
export interface CallKey {
  /** Row id of the execution. */
  executionId: number;
  step: number;
}

/** One call of a tool: the `ordinal`-th, from 1, that a step asked for. */
export interface ToolCallKey extends CallKey {
  ordinal: number;
}
