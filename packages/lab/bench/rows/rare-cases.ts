import { sql } from 'kysely';
import { sumByPurpose } from '../../../../store/health/call-health.js';
import { withSummedHours } from '../../../../store/health/hour-sums.js';
import type { Database } from '../../../../store/database.js';
import { listAuditEntries, pruneAuditLog } from '../../../../store/audit/audit-log.js';
import { loadQueueState } from '../../../../store/conversation/load-queue-state.js';
import { loadJoiningMessages } from '../../../../store/conversation/joining-turns.js';
import { listUnfinishedTurns } from '../../../../store/conversation/unfinished-turns.js';
import { dropTurns } from '../../../../store/conversation/retried-turns.js';
import { searchExecutions } from '../../../../store/execution/list-executions.js';
import { listFlowVersions } from '../../../../store/flows/flow-views.js';
import { sweepDrafts } from '../../../../store/flows/remove-drafts.js';
import type { HealthSpan } from '../../../../store/health/health-scope.js';
import { countEndedCalls } from '../../../../store/health/list-ended-calls.js';
import { listOutages } from '../../../../store/health/outages.js';
import { claimDueWebhooks } from '../../../../store/nodes/due-webhooks.js';
import { findLastApprovedCall } from '../../../../store/nodes/last-approved-call.js';
import { listApprovals } from '../../../../store/nodes/list-approvals.js';
import { searchUser } from '../../../../store/passages/search-user.js';
import { countOpenExecutions } from '../../../../store/read-user-limits.js';
import { listThreads } from '../../../../store/threads/list-threads.js';
import { loadAncestry } from '../../../../store/threads/load-ancestry.js';
import { findRounds } from '../../../../store/trajectory/find-rounds.js';
import { loadRounds } from '../../../../store/trajectory/restore-rounds.js';
import { findUndescribedFlows } from '../../../../store/trajectory/undescribed.js';
import { findFileLimit } from '../../../../store/uploads/file-limit.js';
import { findUpload } from '../../../../store/uploads/find-upload.js';
import { sweepRequestKeys } from '../../../../store/users/request-keys.js';
import { BUSY_USER, LONG_CHAT, PLAIN_USER } from './rare-rows.js';
import { DAY_MS, lastDays, user, type RowCase } from './row-case.js';

const TALK = `conversation/assistant/${user(100)}`;
const HOUR_MS = 3_600_000;

export const RARE_CASES: readonly RowCase[] = [
  {
    name: 'find earlier turns and answers by their ids',
    run: (db) =>
      db.transaction().execute((trx) =>
        loadQueueState(trx, {
          workflowId: `conversation/assistant/${BUSY_USER}/2`,
          user: user(100),
          turns: [{ turnId: 'unknown', kind: 'message' }],
        }),
      ),
    maxPages: 150,
  },
  {
    name: 'find the messages that join a turn of a long chat',
    run: async (db) => loadJoiningMessages(db, { conversationId: await conversationId(db), position: 9_999 }),
    maxPages: 30,
  },
  {
    name: 'list the unfinished turns of a long chat',
    run: (db) => listUnfinishedTurns(db, LONG_CHAT),
    maxPages: 100,
  },
  {
    name: 'find the retry of a turn of a long chat',
    run: async (db) => {
      const drop = { conversationId: await conversationId(db), drops: [{ turnId: 'turn-101' }] };
      await db.transaction().execute((trx) => dropTurns(trx, { ...drop, countTokens: () => 0 }));
    },
    maxPages: 100,
  },
  {
    name: 'find the summary above a thread of a long chat',
    run: async (db) => loadAncestry(db, await conversationId(db, `${LONG_CHAT}/aside`)),
    maxPages: 100,
  },
  {
    name: 'list the threads of a user with many chats',
    run: (db) =>
      listThreads(db, {
        workflowId: LONG_CHAT,
        flow: 'assistant',
        user: BUSY_USER,
        channel: '1',
        thread: undefined,
      }),
    maxPages: 150,
  },
  {
    name: 'count the open turns of a user',
    run: (db) => sql`select count_open_turns(${user(100)})`.execute(db),
    maxPages: 10,
  },
  {
    name: 'count the open executions of a user',
    run: (db) => countOpenExecutions(PLAIN_USER).execute(db),
    maxPages: 30,
  },
  {
    name: 'compare the files of a user with the limit',
    run: (db) =>
      findFileLimit(db, {
        user: BUSY_USER,
        limit: 1e12,
        files: [{ hash: 'new', bytes: 1, extracted: null }],
      }),
    maxPages: 200,
  },
  {
    name: 'find a file and its flows',
    run: (db) => findUpload(db, { user: BUSY_USER, hash: 'file-8', flows: ['assistant'] }),
    maxPages: 150,
  },
  {
    name: 'look for a file of another user',
    run: (db) => findUpload(db, { user: user(100), hash: 'file-8' }),
    maxPages: 30,
  },
  {
    name: 'search the messages of a user',
    run: (db) => searchUser(db, { user: user(100), flows: undefined, text: 'invoice of March', limit: 20 }),
    maxPages: 150,
  },
  {
    name: 'search the executions of a user',
    run: (db) => searchExecutions(db, { user: user(100), text: 'invoice of March', limit: 20 }),
    maxPages: 400,
  },
  { name: 'remove old drafts', run: sweepDrafts, maxPages: 1_000 },
  {
    name: 'find what lacks a description in a chat',
    run: (db) =>
      db
        .transaction()
        .execute(async (trx) =>
          findUndescribedFlows(trx, { conversationId: await conversationId(trx, TALK), turns: 1_000 }),
        ),
    maxPages: 300,
  },
  {
    name: 'read the trajectories of a chat',
    run: async (db) => {
      const rounds = await findRounds(db, { last: 9, conversationId: await conversationId(db, TALK) });
      return loadRounds(db, { rounds });
    },
    maxPages: 2_000,
  },
  {
    name: 'list open approvals',
    run: (db) =>
      listApprovals(db, {
        limit: 50,
        decider: { isOperator: true, user: undefined, roles: [] },
      }),
    maxPages: 5_000,
  },
  {
    name: 'claim due webhooks',
    run: (db) => claimDueWebhooks(db, { firstPauseMs: 1, maxPauseMs: 1 }),
    maxPages: 200,
  },
  {
    name: 'find the last approved call of a tool',
    run: (db) => findLastApprovedCall(db, { userId: BUSY_USER, toolName: 'pay' }),
    maxPages: 20,
  },
  {
    name: 'list audit entries of an owner',
    run: (db) => listAuditEntries(db, { owner: user(100), limit: 50 }),
    maxPages: 100,
  },
  { name: 'delete old audit entries', run: (db) => pruneAuditLog(db), maxPages: 20 },
  { name: 'list the versions of a flow', run: (db) => listFlowVersions(db, 'rare'), maxPages: 30 },
  { name: 'delete old idempotency keys', run: sweepRequestKeys, maxPages: 20 },
  { name: 'list outages of 360 days', run: (db) => listOutages(db, lastDays(360)), maxPages: 60_000 },
  {
    name: 'count the ended calls of a past hour',
    run: (db) => countEndedCalls(db, past(HOUR_MS)),
    maxPages: 1_000,
  },
  {
    name: 'sum the calls of a past day by their purpose',
    run: async (db) => sumByPurpose(db, await withSummedHours(db, past(DAY_MS))),
    maxPages: 400,
  },
];

function past(ms: number): HealthSpan {
  const until = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 100 * DAY_MS);
  return { since: new Date(until.getTime() - ms), until };
}

async function conversationId(db: Database, workflowId = LONG_CHAT): Promise<number> {
  const known = db.selectFrom('conversation').select('id').where('workflow_id', '=', workflowId);
  return (await known.executeTakeFirstOrThrow()).id;
}
