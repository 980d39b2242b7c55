import { activityInfo, cancellationSignal, log } from '@temporalio/activity';
import {
  MAX_NOT_REMOVED_NAMES,
  type NotRemoved,
  type RetentionActivities,
} from '../../protocol/activities/retention.js';
import { findRule, type RetentionRules } from '../../protocol/retention.js';
import { listFlowSlugs } from '../../store/flows/flows.js';
import {
  listExpiredConversations,
  listExpiredExecutions,
  type Expiry,
  type OldPart,
} from '../../store/retention/expired.js';
import {
  endRetentionRun,
  removeConversation,
  removeExecution,
  removeGivenToNone,
  removeOldParts,
  type RetentionRun,
} from '../../store/retention/remove-expired.js';
import { forgetSessionFiles } from '../../store/trajectory/files/forget-files.js';
import type { ActivityDependencies } from '../dependencies.js';
import { withStoreFailures } from '../to-store-failure.js';
import { isUnavailable } from '../ending/act-on-each.js';
import { errorMessage } from '../../protocol/error-message.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { pruneAuditLog } from '../../store/audit/audit-log.js';
import { sweepStoredTexts } from '../../store/conversation/sweep-stored-texts.js';
import type { Database } from '../../store/database.js';
import { sweepDrafts } from '../../store/flows/remove-drafts.js';
import { sumPastHours } from '../../store/health/sum-past-hours.js';
import { sweepUploads } from '../../store/uploads/sweep-uploads.js';
import { sweepRequestKeys } from '../../store/users/request-keys.js';

const BATCH = 200;
/** Several at once, because Temporal has no bulk deletion. */
const AT_ONCE = 4;
const NONE_AFTER = Number.MAX_SAFE_INTEGER;
const PARTS = 200;
const PART_BATCHES = 20;

interface CurrentRun extends RetentionRun {
  /** Names of chats, executions and parts that could not be removed. */
  failed: string[];
}

export interface RetentionDependencies extends Pick<
  ActivityDependencies,
  'db' | 'trajectoryFiles' | 'timing'
> {
  rules?: RetentionRules | undefined;
  auditDays?: number | undefined;
  deleteWorkflows: (ids: {
    conversations: readonly string[];
    executions: readonly string[];
    keepsOpen?: boolean;
  }) => Promise<{ hasWork: boolean }>;
}

export function createRetentionActivities(dependencies: RetentionDependencies): RetentionActivities {
  const { db, rules = {}, auditDays, timing } = dependencies;
  const startedMs = performance.now();
  return withStoreFailures({
    sweep: () =>
      withHeartbeat({ everyMs: timing.heartbeatMs, details: () => null }, () =>
        sweep(db, { auditDays, keepsClaimable: performance.now() - startedMs < timing.sweepAfterMs }),
      ),
    removeExpired: ({ runId, after: before = {} }) =>
      withHeartbeat({ everyMs: timing.heartbeatMs, details: () => null }, async () => {
        const failed: string[] = [];
        const run = { runId, taskQueue: activityInfo().taskQueue, failed };
        const after = { ...before };
        let more = false;
        for (const flow of await listFlowSlugs(db)) {
          const { chatDays, artifactDays, traceDays } = findRule(rules, flow);
          if (chatDays != null) {
            const removed = await removeChats(dependencies, run, {
              flow,
              days: chatDays,
              after: before[flow] ?? 0,
            });
            after[flow] = removed.after;
            if (removed.more) more = true;
          }
          for (const [part, days] of [
            ['artifact', artifactDays],
            ['trace_message', traceDays],
          ] as const)
            await unlessFailed(`${part} of flow '${flow}'`, {
              failed,
              act: async () => {
                if (days != null && (await removeParts(dependencies, run, part, { flow, days }))) more = true;
              },
            });
        }
        // The rule for `*` covers conversations without a flow.
        const days = rules['*']?.chatDays;
        if (days != null) await removeGivenToNone(db, days);
        if (!more) await endRetentionRun(db, run);
        return { more, after, failed: toNotRemoved(failed) };
      }),
  });
}

/**
 * Deletes Workflows before rows, because only the rows contain their ids. Keeps a conversation that has a new
 * message, and its open run, which may receive one: a message that arrives later begins the conversation again.
 */
async function removeChats(
  { db, deleteWorkflows, trajectoryFiles }: RetentionDependencies,
  run: CurrentRun,
  { after, ...expiry }: Expiry & { after: number },
): Promise<{ more: boolean; after: number }> {
  let removed = 0;
  const conversations = await listExpiredConversations(db, expiry, { after, limit: BATCH });
  await forEachAtOnce(conversations, {
    failed: run.failed,
    async act({ id, user, workflowIds }) {
      const found = await deleteWorkflows({ conversations: workflowIds, executions: [], keepsOpen: true });
      if (found.hasWork) return;
      const removeFiles = async () => {
        if (!trajectoryFiles) return;
        for (const session of workflowIds)
          await forgetSessionFiles(trajectoryFiles.folder, { user, session });
      };
      await removeConversation(db, run, { id, days: expiry.days, removeFiles });
    },
  });
  const executions = await listExpiredExecutions(db, expiry, BATCH);
  await forEachAtOnce(executions, {
    failed: run.failed,
    async act({ id, workflowId }) {
      await deleteWorkflows({ conversations: [], executions: [workflowId] });
      if (await removeExecution(db, run, id)) removed += 1;
    },
  });
  return {
    // If nothing was removed, another call would not remove anything either.
    more: conversations.length === BATCH || (removed > 0 && executions.length === BATCH),
    after: conversations.length === BATCH ? (conversations.at(-1)?.id ?? after) : NONE_AFTER,
  };
}

/** Waits for all items before it throws, so a retry does not overlap. */
async function forEachAtOnce<Item extends { workflowId: string }>(
  items: readonly Item[],
  { failed, act }: { failed: string[]; act: (item: Item) => Promise<void> },
): Promise<void> {
  const left = items.values();
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (const item of left) {
      cancellationSignal().throwIfAborted();
      await unlessFailed(`'${item.workflowId}'`, { failed, act: () => act(item) });
    }
  });
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
}

function toNotRemoved(failed: readonly string[]): NotRemoved | undefined {
  return failed.length === 0
    ? undefined
    : { count: failed.length, first: failed.slice(0, MAX_NOT_REMOVED_NAMES) };
}

/** So that one chat that cannot be removed does not keep all others. */
async function unlessFailed(
  what: string,
  { failed, act }: { failed: string[]; act: () => Promise<void> },
): Promise<void> {
  try {
    await act();
  } catch (error) {
    cancellationSignal().throwIfAborted();
    if (isUnavailable(error)) throw error;
    log.warn('Expired data was not removed', { what, reason: errorMessage(error) });
    failed.push(what);
  }
}

async function removeParts(
  { db }: RetentionDependencies,
  run: RetentionRun,
  part: OldPart,
  expiry: Expiry,
): Promise<boolean> {
  for (let batch = 0; batch < PART_BATCHES; batch += 1) {
    cancellationSignal().throwIfAborted();
    if ((await removeOldParts(db, run, { part, limit: PARTS, ...expiry })) < PARTS) return false;
  }
  return true;
}

/** If `keepsClaimable`, keeps texts and files that messages in Temporal may still claim after an outage. */
async function sweep(
  db: Database,
  { auditDays, keepsClaimable }: { auditDays: number | undefined; keepsClaimable: boolean },
): Promise<void> {
  await sumPastHours(db);
  await sweepDrafts(db);
  await pruneAuditLog(db, auditDays);
  await sweepRequestKeys(db);
  if (keepsClaimable) return;
  const [texts, files] = [await sweepStoredTexts(db), await sweepUploads(db)];
  if (texts + files > 0) log.info('Removed texts and files without a message', { texts, files });
}
