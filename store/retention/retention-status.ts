import { listFlowSlugs } from '../flows/flows.js';
import { NO_COUNTS, findRule, type RetentionCounts, type RetentionRules } from '../../protocol/retention.js';
import type { Database } from '../database.js';
import { countExpiredConversations, countExpiredExecutions, countWithOldParts } from './expired.js';

export interface RetentionStatus {
  rules: RetentionRules;
  last: ({ startedAt: Date; finishedAt: Date | null } & RetentionCounts) | null;
  due: RetentionCounts;
}

export async function storeRetentionRules(
  db: Database,
  { taskQueue, rules }: { taskQueue: string; rules: RetentionRules },
): Promise<void> {
  const values = { rules: JSON.stringify(rules) };
  await db
    .insertInto('retention_rule')
    .values({ task_queue: taskQueue, ...values })
    .onConflict((conflict) =>
      conflict.column('task_queue').doUpdateSet({ ...values, updated_at: new Date() }),
    )
    .execute();
}

export async function readRetentionStatus(
  db: Database,
  taskQueue: string,
): Promise<RetentionStatus | undefined> {
  const stored = await db
    .selectFrom('retention_rule')
    .select('rules')
    .where('task_queue', '=', taskQueue)
    .executeTakeFirst();
  if (!stored || Object.keys(stored.rules).length === 0) return undefined;
  const last = await db
    .selectFrom('retention_run')
    .select([
      'started_at as startedAt',
      'finished_at as finishedAt',
      'conversations',
      'executions',
      'artifacts',
      'traces',
    ])
    .where('task_queue', '=', taskQueue)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { rules: stored.rules, last: last ?? null, due: await countDue(db, stored.rules) };
}

async function countDue(db: Database, rules: RetentionRules): Promise<RetentionCounts> {
  const due = { ...NO_COUNTS };
  for (const flow of await listFlowSlugs(db)) {
    const { chatDays, artifactDays, traceDays } = findRule(rules, flow);
    if (chatDays != null) {
      due.conversations += await countExpiredConversations(db, { flow, days: chatDays });
      due.executions += await countExpiredExecutions(db, { flow, days: chatDays });
    }
    if (artifactDays != null)
      due.artifacts += await countWithOldParts(db, 'artifact', { flow, days: artifactDays });
    if (traceDays != null)
      due.traces += await countWithOldParts(db, 'trace_message', { flow, days: traceDays });
  }
  return due;
}
