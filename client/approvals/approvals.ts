import { APPROVALS_NOTICE } from '../../store/notify.js';
import { listApprovals, type ApprovalFilter } from '../../store/nodes/list-approvals.js';
import { loadApprovalDetails } from '../../store/nodes/load-approval-details.js';
import { findQuestions } from '../../store/nodes/find-questions.js';
import { mayDecide } from '../../flow/approval/may-decide.js';
import type { ApprovalDetails, ApprovalPage } from '../../views/approval.js';
import { auditRead } from '../audit/audited.js';
import { Call, type CallOptions } from '../call/call.js';
import { checkLimit } from '../call/check-limit.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import { streamNews } from '../changes/stream-news.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { toDecider } from '../executions/vote.js';

export interface Approvals {
  /** Oldest first; `limit` defaults to 50. Throws `Client.InvalidCursor`. */
  list(filter?: CallOptions & Partial<ApprovalFilter>): Promise<ApprovalPage>;
  /** With the input's JSON Schema and the latest messages. Throws `Client.NotFound`. */
  details(approval: CallOptions & ApprovalPlace): Promise<ApprovalDetails>;
  /**
   * Yields at once, then on each change, until `signal` aborts: reload the list. Behind a transaction pooler,
   * also poll.
   */
  changes(options?: { signal?: AbortSignal }): AsyncIterable<ApprovalsChange>;
}

export interface ApprovalPlace {
  executionId: string;
  nodeId: string;
  /** Absent outside loops. */
  iteration?: string | undefined;
  /** Absent if the node itself asks. */
  call?: string | undefined;
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
          listApprovals(context.db, { ...filter, limit: checkLimit(limit), decider: toDecider(context) }),
        );
      return auditRead(context, { action: 'read.approvals', target: '*', owner: context.user }, () =>
        orInvalidCursor(list),
      );
    },
    details: ({ timeoutMs, ...place }) =>
      readDetails({ context, call: new Call(context, { timeoutMs }) }, place),
    changes: ({ signal } = {}) => streamApprovalChanges(context, signal),
  };
}

async function readDetails(
  { context, call }: { context: ClientContext; call: Call },
  { iteration = '', ...place }: ApprovalPlace,
): Promise<ApprovalDetails> {
  const { db, taskQueue } = context;
  const found = await call.read(() => findQuestions(db, { ...place, iteration }));
  const asked = found.find(({ key }) => place.call !== undefined || !key.call);
  if (!asked?.isOpen || !mayDecide(asked, toDecider(context)))
    throw new ThreadlineError('Client.NotFound', 'This approval does not wait for you');
  const thing = { action: 'read.approval', target: place.executionId, owner: asked.requester ?? undefined };
  return auditRead(context, thing, () =>
    call.read(() => loadApprovalDetails(db, { taskQueue, key: asked.key })),
  );
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
