import { APPROVALS_NOTICE } from '../../store/notify.js';
import {
  CursorError,
  listApprovals,
  type ApprovalFilter,
  type ApprovalPage,
} from '../../store/nodes/list-approvals.js';
import { auditRead } from '../audit/audited.js';
import { Call, type CallOptions } from '../call/call.js';
import { streamNews } from '../changes/stream-news.js';
import type { ClientContext } from '../client-context.js';
import { toDecider } from '../executions/vote.js';
import { ThreadlineError } from '../threadline-error.js';

/** The open approvals that the client's caller may decide: `executions.answer` decides one. */
export interface Approvals {
  /** Lists the approvals, oldest first; `limit` defaults to 50. Throws `Client.InvalidCursor` if `after` is not the `next` of a page. */
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

function streamApprovalChanges(
  { listener }: ClientContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<ApprovalsChange, void, void> {
  // Several changes at once are reported as one.
  let isChanged = false;
  return streamNews({
    signal,
    subscribe: (wake) =>
      listener.onAll((notice) => {
        if (notice !== undefined && notice !== APPROVALS_NOTICE) return;
        isChanged = true;
        wake();
      }),
    take() {
      const wasChanged = isChanged;
      isChanged = false;
      return wasChanged ? [{ type: 'approvals-changed' as const }] : [];
    },
  });
}
