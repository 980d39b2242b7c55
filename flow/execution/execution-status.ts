import type { FinalStatus } from '../../protocol/final-status.js';

/** `interrupted`: waiting for an approval. */
export const EXECUTION_STATUSES = [
  'pending',
  'running',
  'interrupted',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

export const TURN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** The status is stored only for nodes that ran, and derived for all others. */
export const NODE_STATUSES = [
  'pending',
  'running',
  'waiting',
  'success',
  'failed',
  'cancelled',
  'skipped',
] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

/** `closed`: the execution ended without an answer. */
export type ApprovalStatus = 'open' | 'confirmed' | 'cancelled' | 'expired' | 'closed';

export function isFinal(status: ExecutionStatus | TurnStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
