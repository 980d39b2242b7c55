/** Identifies one model call: an execution and a step in it. */
export interface CallKey {
  /** Row id of the execution. */
  executionId: number;
  step: number;
}

/** Identifies one tool call: the `ordinal`-th, from 1, that a step asked for. */
export interface ToolCallKey extends CallKey {
  ordinal: number;
}
