import { APPROVALS_NOTICE } from '../../store/notify.js';
import {
  CursorError,
  listApprovals,
  type ApprovalFilter,
  type ApprovalPage,
} from '../../store/nodes/list-approvals.js';
import { auditRead } from '../audit/audited.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { toDecider } from '../executions/vote.js';
import { ThreadlineError } from '../threadline-error.js';

/** The open approvals that the client's caller may decide: `executions.answer` decides one. */
export interface Approvals {
  /** Lists them, oldest first; `limit` defaults to 50. Throws `Client.InvalidCursor` for an `after` of no such list. */
  list(filter?: CallOptions & Partial<ApprovalFilter>): Promise<ApprovalPage>;
  /**
   * Reports that approvals were opened or decided, until `signal` aborts; load the list again then. The first event comes at once,
   * and one after a lost connection. A transaction pooler drops the notifications, so poll now and then behind one.
   */
  changes(options?: { signal?: AbortSignal }): AsyncIterable<ApprovalsChange>;
}

/** The list of approvals may be another one. */
export interface ApprovalsChange {
  type: 'approvals-changed';
}

const LIMIT = 50;

/** The approvals part of a client. */
export function createApprovals(context: ClientContext): Approvals {
  return {
    list({ timeoutMs, limit = LIMIT, ...filter } = {}) {
      const list = (): Promise<ApprovalPage> =>
        new Call(context, { timeoutMs }).read(() =>
          listApprovals(context.db, { ...filter, limit, decider: toDecider(context) }),
        );
      return auditRead(context, { action: 'read.approvals', target: '*', owner: context.user }, async () => {
        try {
          return await list();
        } catch (error) {
          if (!(error instanceof CursorError)) throw error;
          throw new ThreadlineError('Client.InvalidCursor', error.message);
        }
      });
    },
    changes: ({ signal } = {}) => streamApprovalChanges(context, signal),
  };
}

async function* streamApprovalChanges(
  { listener }: ClientContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<ApprovalsChange, void, void> {
  let isChanged = false;
  let resume: (() => void) | undefined;
  const wake = (): void => resume?.();
  const stop = listener.onAll((notice) => {
    if (notice !== undefined && notice !== APPROVALS_NOTICE) return;
    isChanged = true;
    wake();
  });
  signal?.addEventListener('abort', wake);
  try {
    while (signal?.aborted !== true) {
      if (isChanged) {
        // Many changes at once are one.
        isChanged = false;
        yield { type: 'approvals-changed' };
        continue;
      }
      await new Promise<void>((resolve) => {
        resume = resolve;
        if (signal?.aborted === true) resolve();
      });
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', wake);
  }
}
