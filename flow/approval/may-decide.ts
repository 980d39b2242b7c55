import { nameApprovers } from '../../protocol/approvers.js';

/** The facts about a question that say who may answer it. */
export interface Decidable {
  /** The user whose execution asks; null: it has none. */
  requester: string | null;
  /** Roles of which a caller needs one; null: the requesting user answers. */
  approvers: readonly string[] | null;
}

/** Who answers. */
export interface Decider {
  /** Absent for a program without a user. */
  user?: string | undefined;
  roles: readonly string[];
  /** An administrator, or a program or command with access to the servers: it may answer every question. */
  isOperator: boolean;
}

/** Whether this caller may answer the question. Every interface asks this before it accepts an answer. */
export function mayDecide(
  { requester, approvers }: Decidable,
  { user, roles, isOperator }: Decider,
): boolean {
  if (isOperator) return true;
  if (approvers === null) return requester !== null && requester === user;
  return approvers.some((role) => roles.includes(role));
}

/**
 * Whether the requesting user may answer without any role. That is how the sender of a chat message counts, and of an Update or Signal
 * whose answer no client has stored.
 */
export function mayRequesterDecide({ approvers }: Pick<Decidable, 'approvers'>): boolean {
  return mayDecide({ requester: '', approvers }, { user: '', roles: [], isOperator: false });
}

/** The sentence for a caller who may not answer. */
export function whyNotDecided({ approvers }: Pick<Decidable, 'approvers'>): string {
  return `This question waits for ${nameApprovers(approvers)}: you may not answer it, and it stays open`;
}
