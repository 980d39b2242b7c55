import { approversProblem, MAX_QUORUM } from '../protocol/approvers.js';
import { approvalSecondsProblem } from './tool-limits.js';

/** Returns the problem of the setting `approve`, as the end of a sentence. Absent when there is none. */
export function approveProblem(approve: unknown, limits: { approvalSeconds?: number }): string | undefined {
  if (approve === undefined || typeof approve === 'boolean' || typeof approve === 'function')
    return undefined;
  if (typeof approve !== 'object' || approve === null)
    return "'approve' must be true, false, a function or an object with 'by'";
  const { by, message, expiresMs, quorum, ...others } = approve as Partial<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `'approve' has the unknown field '${unknown}'; known are by, message, expiresMs and quorum`;
  const problem = typeof by === 'function' ? undefined : approversProblem(by);
  if (problem !== undefined) return `'approve.by' ${problem}, or a function`;
  if (message !== undefined && typeof message !== 'function') return "'approve.message' must be a function";
  if (quorum !== undefined && !isQuorum(quorum))
    return `'approve.quorum' must be a whole number from 1 to ${MAX_QUORUM}`;
  if (by === 'user' && quorum !== undefined && quorum !== 1)
    return "'approve.quorum' needs more than one person: set 'approve.by' to 'staff' or a list of roles";
  if (expiresMs === undefined) return undefined;
  if (limits.approvalSeconds !== undefined)
    return "'approve.expiresMs' and 'approvalSeconds' are both set: remove 'approvalSeconds'";
  const unfit =
    typeof expiresMs === 'number' ? approvalSecondsProblem(expiresMs / 1_000) : 'must be a number';
  return unfit === undefined ? undefined : `'approve.expiresMs', in seconds, ${unfit}`;
}

function isQuorum(quorum: unknown): boolean {
  return typeof quorum === 'number' && Number.isInteger(quorum) && quorum >= 1 && quorum <= MAX_QUORUM;
}
