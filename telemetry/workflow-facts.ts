import { hashUser } from './hash-user.js';

/** The fields that the log lines of workers and gateways share. */
export interface LogFacts {
  flow?: string | undefined;
  /** The Workflow ID of the execution. */
  execution?: string | undefined;
  turn?: string | undefined;
  /** As returned by `hashUser`. */
  user?: string | undefined;
}

/** Reads the facts from a Workflow ID. A conversation has no execution, and a shared execution has no user. */
export function workflowFacts(workflowId: string): LogFacts {
  const parts = workflowId.split('/');
  const [kind, flow = '', owner = ''] = parts;
  if (kind === 'execution') {
    const [user, id] = owner.split(':');
    return {
      flow: decode(flow),
      execution: workflowId,
      user: user === undefined || id === undefined ? undefined : hashUser(decode(user)),
    };
  }
  if (kind !== 'conversation') return {};
  const user = hashUser(decode(owner));
  // A thread or a node may also be named 'turn'.
  const at = parts.findIndex((part, index) => index > 2 && part === 'turn' && parts[index - 1] !== 'thread');
  const turn = at === -1 ? undefined : parts[at + 1];
  if (turn === undefined) return { flow: decode(flow), user };
  return { flow: decode(flow), execution: workflowId, turn: decode(turn), user };
}

/** Returns a part that is not percent-encoded unchanged: other clients choose Workflow IDs, too. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
