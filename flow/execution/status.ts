import type { FinalStatus } from '../../protocol/status.js';

/**
 * States of an execution; the last three are final. `pending`: a sub-execution whose Workflow has not begun.
 * `interrupted`: waiting on an approval.
 */
export const EXECUTION_STATUSES = [
  'pending',
  'running',
  'interrupted',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** States of a turn; the last three are final. */
export const TURN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** States of a node in an execution. Only runs are stored: the rest is pending, or skipped once it has ended. */
export type NodeStatus = 'pending' | 'running' | 'waiting' | 'success' | 'failed' | 'cancelled' | 'skipped';

/** The state of a question to a person. `closed`: its execution ended first. */
export type ApprovalStatus = 'open' | 'confirmed' | 'cancelled' | 'expired' | 'closed';

/** Whether nothing more will happen to it. */
export function isFinal(status: ExecutionStatus | TurnStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
