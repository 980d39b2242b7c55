import type { ExecutionStatus } from '../../flow/execution/status.js';

export type BeginResult =
  | {
      kind: 'begun';
      flowSlug: string;
      flowVersion: number;
      triggerId: string | null;
      /** False if it had started before. */
      isNew: boolean;
      limitsCost?: boolean;
    }
  | { kind: 'ended'; status: ExecutionStatus }
  | { kind: 'waits'; activeWorkflowId: string }
  | { kind: 'taken' }
  | { kind: 'unknown-turn' }
  | { kind: 'missing-text' }
  /** An input file is missing or invalid. */
  | { kind: 'refused'; message: string }
  /** The user is at the limit; nothing is stored. */
  | { kind: 'over-limit'; user: string; value: number }
  | { kind: 'unknown-sub' }
  | { kind: 'unknown-flow' }
  | { kind: 'unknown-version'; version: number };
