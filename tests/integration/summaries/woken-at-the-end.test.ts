import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { upkeepWorkflowId } from '../../../protocol/ids.js';
import { eventTypes } from '../../../packages/testing/index.js';
import { checkHistories } from '../../../packages/testing/chaos/check-histories.js';
import { POLLING, useSummarySystem } from './fixtures/summary-harness.js';

const harness = useSummarySystem();

describe('upkeep', () => {
  test('woken while it completes -> the server refuses the completion once, and it checks again', async () => {
    const { temporal, taskQueue } = harness.system;
    const key = { flow: 'chat', user: harness.system.newUser() };
    const conversation = harness.system.client.conversation(key);
    await conversation.ask('hello');
    const release = await holdConversations();
    const upkeep = await temporal.workflow.start('upkeep', {
      workflowId: upkeepWorkflowId(conversation.workflowId),
      taskQueue,
      args: [key],
    });
    await expect.poll(countWaiting, POLLING).toBeGreaterThan(0);
    await upkeep.signal('wake');
    await release();
    await upkeep.result();
    const types = await eventTypes(upkeep);
    expect(types.filter((type) => type === 'WORKFLOW_TASK_FAILED')).toHaveLength(1);
    expect(types.filter((type) => type === 'MARKER_RECORDED').length).toBeGreaterThan(0);
    expect(types.at(-1)).toBe('WORKFLOW_EXECUTION_COMPLETED');
    expect(await checkHistories(temporal, `WorkflowId = '${upkeep.workflowId}'`)).toEqual([]);
  });
});

async function holdConversations(): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let transaction = Promise.resolve();
  await new Promise<void>((locked, failed) => {
    transaction = harness.system.db
      .transaction()
      .execute(async (trx) => {
        await sql`lock table conversation in access exclusive mode`.execute(trx);
        locked();
        await released;
      })
      .catch(failed);
  });
  return async () => {
    release();
    await transaction;
  };
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(harness.system.db);
  return rows[0]?.count ?? 0;
}
