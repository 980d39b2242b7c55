const PREFIX = 'workflow:';

/** A team's Workflow types are node kinds of a worker. */
export function workflowKind(type: string): string {
  return `${PREFIX}${type}`;
}

export function readWorkflowType(kind: string): string | undefined {
  return kind.startsWith(PREFIX) ? kind.slice(PREFIX.length) : undefined;
}
