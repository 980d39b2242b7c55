export interface CallKey {
  executionId: number;
  step: number;
}

/** `ordinal` counts the tool calls of the step from 1. */
export interface ToolCallKey extends CallKey {
  ordinal: number;
}
