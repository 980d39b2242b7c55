import type { ExecutionStatus } from '../../flow/execution/execution-status.js';

export type BeginResult =
  | {
      kind: 'begun';
      flowSlug: string;
      flowVersion: number;
      triggerId: string | null;
      isNew: boolean;
      limitsCost?: boolean;
    }
  | { kind: 'ended'; status: ExecutionStatus }
  | { kind: 'waits'; activeWorkflowId: string }
  | { kind: 'taken' }
  | { kind: 'unknown-turn' }
  | { kind: 'missing-text' }
  | { kind: 'refused'; message: string }
  | { kind: 'over-limit'; user: string; value: number }
  | { kind: 'unknown-sub' }
  | { kind: 'unknown-flow' }
  | { kind: 'unknown-version'; version: number };
