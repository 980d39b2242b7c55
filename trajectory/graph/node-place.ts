export interface NodePlace {
  step: number;
  /**
   * 0 for the model's message or the question, then tool calls, negative for touched things, `ADDED_ORDINAL`
   * and up for nodes that tool calls added.
   */
  ordinal: number;
}

/** No step has this many tool calls. */
const ADDED_ORDINAL = 1_000_000;
const ADDED_PER_CALL = 1_000;

/** The same whenever the call runs again. */
export function addedPlace({ step, ordinal }: NodePlace, index: number): NodePlace {
  return { step, ordinal: ADDED_ORDINAL + ordinal * ADDED_PER_CALL + index };
}

export function formatPlace({ step, ordinal }: NodePlace): string {
  return `${step}.${ordinal}`;
}
