const TURN = /^(conversation(?:\/[^/]+){2,3}?(?:\/thread\/[^/]+)?)\/turn\/([^/]+)$/;

/** Reads the conversation and the turn from an execution's Workflow ID; undefined where it is not a turn's execution. */
export function parseTurnWorkflowId(
  executionId: string,
): { conversationId: string; turnId: string } | undefined {
  const [, conversationId, turnId] = TURN.exec(executionId) ?? [];
  if (conversationId === undefined || turnId === undefined) return undefined;
  return { conversationId, turnId: decodeURIComponent(turnId) };
}
