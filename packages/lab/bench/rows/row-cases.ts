import { addFactUses } from '../../../../store/calls/memory-uses.js';
import { RARE_CASES } from './rare-cases.js';
import { lastUsed, LIMITED, PLAIN_USER } from './rare-rows.js';
import { DAY_MS, lastDays, user, type RowCase } from './row-case.js';
import { listWaitingConversations } from '../../../../store/conversation/waiting-conversations.js';
import type { Database } from '../../../../store/database.js';
import { listTree } from '../../../../store/execution/execution-views.js';
import { listExecutions } from '../../../../store/execution/list-executions.js';
import { listUnfinishedExecutions } from '../../../../store/execution/unfinished-executions.js';
import { readStoredHealth } from '../../../../store/health/stored-health.js';
import { listExpiredConversations, listExpiredExecutions } from '../../../../store/retention/expired.js';
import {
  removeConversation,
  removeExecution,
  removeOldParts,
} from '../../../../store/retention/remove-expired.js';
import { deleteThreads } from '../../../../store/threads/delete-threads.js';
import { countUserRows, forgetUser, listUserWorkflowIds } from '../../../../store/users/forget-user.js';

const FLOW = 'assistant';
const RUN = { runId: 'rows', taskQueue: 'rows' };
const YOUNG_DAYS = 20;

export const ROW_CASES: readonly RowCase[] = [
  ...RARE_CASES,
  {
    name: 'list executions of a user',
    run: (db) => listExecutions(db, { user: user(100), limit: 50 }),
    maxPages: 500,
  },
  {
    name: 'list running executions',
    run: (db) => listExecutions(db, { status: 'running', limit: 50 }),
    maxPages: 1_000,
  },
  {
    name: 'list failed executions',
    run: (db) => listExecutions(db, { status: 'failed', limit: 50 }),
    maxPages: 1_500,
  },
  {
    name: 'list executions of a rare flow',
    run: (db) => listExecutions(db, { flow: 'rare', limit: 50 }),
    maxPages: 1_500,
  },
  {
    name: 'list executions of a user and a rare flow',
    run: (db) => listExecutions(db, { user: PLAIN_USER, flow: 'rare', limit: 50 }),
    maxPages: 300,
  },
  {
    name: 'list executions for a caller limited to a rare flow',
    run: (db) => listExecutions(db, { flows: [LIMITED], limit: 100 }),
    maxPages: 1_000,
  },
  {
    name: 'list executions for a caller limited to some flows',
    run: (db) => listExecutions(db, { flows: [LIMITED, 'unknown', FLOW], limit: 100 }),
    maxPages: 1_500,
  },
  {
    name: 'list executions of a user for a caller limited to a rare flow',
    run: (db) => listExecutions(db, { flows: [LIMITED], user: PLAIN_USER, limit: 100 }),
    maxPages: 1_000,
  },
  {
    name: 'list executions of an old week',
    run: (db) =>
      listExecutions(db, {
        since: new Date(Date.now() - 307 * DAY_MS),
        until: new Date(Date.now() - 300 * DAY_MS),
        limit: 50,
      }),
    maxPages: 3_000,
  },
  {
    name: 'list executions by their id',
    run: (db) => listExecutions(db, { id: 'unknown', limit: 50 }),
    maxPages: 120,
  },
  {
    name: 'find a plain execution by its id',
    run: (db) => listExecutions(db, { id: 'plain-1', limit: 1 }),
    maxPages: 120,
  },
  {
    name: 'list the reruns of an execution',
    run: (db) => listExecutions(db, { rerunOf: `execution/assistant/${PLAIN_USER}:plain-10`, limit: 100 }),
    maxPages: 120,
  },
  {
    name: 'list an execution tree',
    run: async (db) => {
      const { workflow_id: rootId } = await oneExecution(db);
      return listTree(db, { rootId, user: undefined });
    },
    maxPages: 100,
  },
  {
    name: 'look for waiting chats',
    run: (db) => listWaitingConversations(db, { after: 0, afterSeconds: 15, limit: 100 }),
    maxPages: 500,
  },
  {
    name: 'look for executions that nobody watches',
    run: (db) => listUnfinishedExecutions(db, { after: 0, isAlone: true, olderThanSeconds: 15, limit: 100 }),
    maxPages: 200,
  },
  {
    name: 'find the calls that sent the memories of a user',
    run: (db) => addFactUses(db, { user: user(100), memories: [] }),
    maxPages: 5_000,
  },
  { name: 'health of 30 days', run: (db) => readStoredHealth(db, lastDays(30)), maxPages: 50_000 },
  {
    name: 'health of a user',
    run: (db) => readStoredHealth(db, { ...lastDays(30), user: user(100) }),
    maxPages: 3_000,
  },
  {
    name: 'list expired chats',
    run: (db) => listExpiredConversations(db, { flow: FLOW, days: YOUNG_DAYS }, { after: 0, limit: 50 }),
    maxPages: 25_000,
  },
  {
    name: 'list the next expired chats',
    run: async (db) => {
      const after = await lastUsed(db);
      return listExpiredConversations(db, { flow: FLOW, days: YOUNG_DAYS }, { after, limit: 50 });
    },
    maxPages: 3_000,
  },
  {
    name: 'list expired chats of a flow without chats',
    run: (db) => listExpiredConversations(db, { flow: 'rare', days: YOUNG_DAYS }, { after: 0, limit: 50 }),
    maxPages: 300,
  },
  {
    name: 'list expired executions outside chats',
    run: (db) => listExpiredExecutions(db, { flow: FLOW, days: YOUNG_DAYS }, 50),
    maxPages: 500,
  },
  { name: 'delete an expired chat', run: removeOldest, maxPages: 4_000 },
  { name: 'delete an expired execution', run: removeOldestExecution, maxPages: 400 },
  { name: 'delete a thread', run: deleteThread, maxPages: 600 },
  { name: 'delete the first old traces', run: removeOldTraces, maxPages: 20_000 },
  { name: 'delete the next old traces', run: removeOldTraces, maxPages: 20_000 },
  {
    name: 'list the Workflows of a user',
    run: (db, copy) => listUserWorkflowIds(db, user(120 + copy)),
    maxPages: 400,
  },
  { name: 'count the rows of a user', run: (db, copy) => countUserRows(db, user(120 + copy)), maxPages: 800 },
  { name: 'forget a user', run: (db, copy) => forgetUser(db, user(120 + copy), undefined), maxPages: 6_000 },
];

async function removeOldest(db: Database): Promise<void> {
  const after = await lastUsed(db);
  const [oldest] = await listExpiredConversations(db, { flow: FLOW, days: YOUNG_DAYS }, { after, limit: 1 });
  if (!oldest) throw new Error('No chat has expired');
  await removeConversation(db, RUN, {
    id: oldest.id,
    days: YOUNG_DAYS,
    removeFiles: () => Promise.resolve(),
  });
}

async function removeOldestExecution(db: Database): Promise<void> {
  const [oldest] = await listExpiredExecutions(db, { flow: FLOW, days: YOUNG_DAYS }, 1);
  if (!oldest) throw new Error('No execution has expired');
  await removeExecution(db, RUN, oldest.id);
}

async function deleteThread(db: Database, copy: number): Promise<void> {
  const { workflow_id: workflowId } = await db
    .selectFrom('conversation')
    .select('workflow_id')
    .where('thread_id', 'is not', null)
    .where('user_id', '=', user(110 + copy))
    .executeTakeFirstOrThrow();
  await deleteThreads(db, workflowId);
}

function removeOldTraces(db: Database): Promise<number> {
  return removeOldParts(db, RUN, { part: 'trace_message', flow: FLOW, days: YOUNG_DAYS, limit: 200 });
}

async function oneExecution(db: Database): Promise<{ workflow_id: string }> {
  return db
    .selectFrom('execution')
    .select('workflow_id')
    .where('conversation_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
}
