/** A question, by the execution that asks it and its place there. */
export interface QuestionPlace {
  executionId: string;
  nodeId: string;
  /** The loop item that it is asked for; empty outside of loops. */
  iteration: string;
  /** The tool call that it is about; absent or null: the node itself asks. */
  call?: string | null | undefined;
}

/**
 * Returns the name by which a message answers a question, as in `buy: yes`: unique in the turn whose execution is `rootId`, and the same
 * for as long as the question is open.
 */
export function questionName(
  { executionId, nodeId, iteration, call }: QuestionPlace,
  rootId: string,
): string {
  const below = executionId === rootId ? '' : `${executionId.slice(rootId.length + 1)}/`;
  const item = iteration === '' ? '' : `[${iteration}]`;
  return `${below}${nodeId}${item}${call == null ? '' : ` ${call}`}`;
}
