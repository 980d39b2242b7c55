import { APPROVALS_NOTICE } from '../../store/notify.js';
import { listApprovals, type ApprovalFilter } from '../../store/nodes/list-approvals.js';
import type { ApprovalPage } from '../../views/approval.js';
import { auditRead } from '../audit/audited.js';
import { Call, type CallOptions } from '../call/call.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import { streamNews } from '../changes/stream-news.js';
import type { ClientContext } from '../client-context.js';
import { toDecider } from '../executions/vote.js';

/** Open approvals that the caller may decide. */
export interface Approvals {
  /** Oldest first; `limit` defaults to 50. Throws `Client.InvalidCursor`. */
  list(filter?: CallOptions & Partial<ApprovalFilter>): Promise<ApprovalPage>;
  /**
   * Reports changes until `signal` aborts; reload the list at each, first at once. Behind a transaction pooler, also
   * poll.
   */
  changes(options?: { signal?: AbortSignal }): AsyncIterable<ApprovalsChange>;
}

export interface ApprovalsChange {
  type: 'approvals-changed';
}

const LIMIT = 50;

export function createApprovals(context: ClientContext): Approvals {
  return {
    list({ timeoutMs, limit = LIMIT, ...filter } = {}) {
      const list = (): Promise<ApprovalPage> =>
        new Call(context, { timeoutMs }).read(() =>
          listApprovals(context.db, { ...filter, limit, decider: toDecider(context) }),
        );
      return auditRead(context, { action: 'read.approvals', target: '*', owner: context.user }, () =>
        orInvalidCursor(list),
      );
    },
    changes: ({ signal } = {}) => streamApprovalChanges(context, signal),
  };
}

function streamApprovalChanges(
  { listener }: ClientContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<ApprovalsChange, void, void> {
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
