const PREFIX = 'workflow:';

/** Workers list Workflow types among their node kinds. */
export function workflowKind(type: string): string {
  return `${PREFIX}${type}`;
}

export function readWorkflowType(kind: string): string | undefined {
  return kind.startsWith(PREFIX) ? kind.slice(PREFIX.length) : undefined;
}
