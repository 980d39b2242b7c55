const PREFIX = 'workflow:';

/** Names a team's Workflow type among the node kinds that a worker has. */
export function workflowKind(type: string): string {
  return `${PREFIX}${type}`;
}

/** Undefined for other kinds. */
export function readWorkflowType(kind: string): string | undefined {
  return kind.startsWith(PREFIX) ? kind.slice(PREFIX.length) : undefined;
}
