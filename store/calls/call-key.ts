export interface CallKey {
  executionId: number;
  step: number;
}

/** `ordinal` counts the step's tool calls from 1. */
export interface ToolCallKey extends CallKey {
  ordinal: number;
}
