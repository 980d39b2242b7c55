export interface QuestionPlace {
  executionId: string;
  nodeId: string;
  iteration: string;
  call?: string | null | undefined;
}

/** Unique within the turn of `rootId`, constant while the question is open. */
export function questionName(
  { executionId, nodeId, iteration, call }: QuestionPlace,
  rootId: string,
): string {
  const below = executionId === rootId ? '' : `${executionId.slice(rootId.length + 1)}/`;
  const item = iteration === '' ? '' : `[${iteration}]`;
  return `${below}${nodeId}${item}${call == null ? '' : ` ${call}`}`;
}
