import { nameApprovers } from '../../protocol/approvers.js';

export interface Decidable {
  requester: string | null;
  /** Null: only the requesting user may decide. */
  approvers: readonly string[] | null;
}

export interface Decider {
  user?: string | undefined;
  roles: readonly string[];
  /** An administrator, a program or the command line. */
  isOperator: boolean;
}

export function mayDecide(
  { requester, approvers }: Decidable,
  { user, roles, isOperator }: Decider,
): boolean {
  if (isOperator) return true;
  if (approvers === null) return requester !== null && requester === user;
  return approvers.some((role) => roles.includes(role));
}

/** Used for chat messages, and for Updates and Signals without a stored answer. */
export function mayRequesterDecide({ approvers }: Pick<Decidable, 'approvers'>): boolean {
  return mayDecide({ requester: '', approvers }, { user: '', roles: [], isOperator: false });
}

export function whyNotDecided({ approvers }: Pick<Decidable, 'approvers'>): string {
  return `This question waits for ${nameApprovers(approvers)}: you may not answer it, and it stays open`;
}
