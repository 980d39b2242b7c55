export interface NodePlace {
  step: number;
  /**
   * 0: the model's message, or the question. 1 and up: tool calls. Negative: touched things. From `ADDED_ORDINAL`:
   * nodes that tool calls added.
   */
  ordinal: number;
}

/** No step has this many tool calls. */
const ADDED_ORDINAL = 1_000_000;
const ADDED_PER_CALL = 1_000;

/** `index` counts from 1. Stable across runs of the call. */
export function addedPlace({ step, ordinal }: NodePlace, index: number): NodePlace {
  return { step, ordinal: ADDED_ORDINAL + ordinal * ADDED_PER_CALL + index };
}

export function formatPlace({ step, ordinal }: NodePlace): string {
  return `${step}.${ordinal}`;
}
