/** A place in the trace of an execution, and of the node that represents what happened there. */
export interface NodePlace {
  step: number;
  /**
   * 0: the model's words, or the question; from 1: tool calls; below 0: the things they touched; from `ADDED_ORDINAL`:
   * nodes that tool calls added.
   */
  ordinal: number;
}

/** Ordinals of added nodes begin here: no step asks for so many tool calls. */
const ADDED_ORDINAL = 1_000_000;
/** Each call has so many places for nodes that it adds. */
const ADDED_PER_CALL = 1_000;

/** The place of the `index`-th node, from 1, that a tool call adds: the same each time that the call runs. */
export function addedPlace({ step, ordinal }: NodePlace, index: number): NodePlace {
  return { step, ordinal: ADDED_ORDINAL + ordinal * ADDED_PER_CALL + index };
}

/** Writes a place as `step.ordinal`, as it is stored. */
export function formatPlace({ step, ordinal }: NodePlace): string {
  return `${step}.${ordinal}`;
}
