import { parseWorkflowId } from '../protocol/parse-workflow-id.js';
import { hashUser } from './hash-user.js';

export interface LogFacts {
  flow?: string | undefined;
  execution?: string | undefined;
  turn?: string | undefined;
  user?: string | undefined;
}

export function workflowFacts(workflowId: string): LogFacts {
  const parts = parseWorkflowId(workflowId);
  if (!parts) return {};
  return {
    flow: parts.flow,
    execution: parts.rootId === undefined ? undefined : workflowId,
    turn: parts.turnId,
    user: parts.user === undefined ? undefined : hashUser(parts.user),
  };
}
