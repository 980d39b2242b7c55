export interface CallKey {
  executionId: number;
  step: number;
}

export interface ToolCallKey extends CallKey {
  ordinal: number;
}
