/** States of an execution; the last three are final. `interrupted`: waiting on an approval. */
export const EXECUTION_STATUSES = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** States of a turn; the last three are final. */
export const TURN_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** How something that ended ended. */
export type FinalStatus = 'completed' | 'failed' | 'cancelled';

/** A turn is a message to be answered, or a place in the queue where the history is cleared. */
export type TurnKind = 'message' | 'clear';

/** Whether nothing more will happen to it. */
export function isFinal(status: ExecutionStatus | TurnStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
