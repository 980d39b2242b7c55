import type { ExecutionStatus } from '../../flow/execution/status.js';

export type BeginResult =
  | {
      kind: 'begun';
      flowSlug: string;
      flowVersion: number;
      triggerId: string | null;
      /** False: it had begun before. */
      isNew: boolean;
      /** It is new, and has a budget in USD. */
      limitsCost?: boolean;
    }
  /** The execution has ended before, with this status. */
  | { kind: 'ended'; status: ExecutionStatus }
  /** Another turn of the conversation is still running. */
  | { kind: 'waits'; activeWorkflowId: string }
  /** The execution is another user's. */
  | { kind: 'taken' }
  | { kind: 'unknown-turn' }
  /** No text is stored under the reference. */
  | { kind: 'missing-text' }
  /** A file of its input is not there, or not what it is said to be. */
  | { kind: 'refused'; message: string }
  /** It would be more than the user may have; nothing is stored. */
  | { kind: 'over-limit'; user: string; value: number }
  /** The parent planned no such sub-execution. */
  | { kind: 'unknown-sub' }
  | { kind: 'unknown-flow' }
  /** The flow has not the version that was named. */
  | { kind: 'unknown-version'; version: number };
