const TURN = /^(conversation(?:\/[^/]+){2,3}?(?:\/thread\/[^/]+)?)\/turn\/([^/]+)$/;

/** The conversation and the turn whose execution has this Workflow ID; undefined: it is no turn's. */
export function parseTurnWorkflowId(
  executionId: string,
): { conversationId: string; turnId: string } | undefined {
  const [, conversationId, turnId] = TURN.exec(executionId) ?? [];
  if (conversationId === undefined || turnId === undefined) return undefined;
  return { conversationId, turnId: decodeURIComponent(turnId) };
}
