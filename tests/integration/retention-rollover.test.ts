import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { RETENTION_WORKFLOW, retentionScheduleId } from '../../protocol/retention.js';
import { startEarlyRollover, type EarlyRollover } from './fixtures/early-rollover.js';
import { insertExpiredExecutions, refuseSweep } from './fixtures/due-retention.js';

let rollover: EarlyRollover;
let system: TestSystem;

beforeAll(async () => {
  rollover = await startEarlyRollover(inject('environment'), { events: 10 });
  system = await startTestSystem(rollover.environment, { retention: { '*': { chatDays: 30 } } });
});
afterAll(async () => {
  await system?.stop();
  await rollover?.stop();
});

describe('the retention Workflow', () => {
  test('the sweep fails, then the run continues as new -> sweeps once, removes all, and the last run fails', async () => {
    await insertExpiredExecutions(system.db, 400);
    await refuseSweep(system.db);
    const workflowId = retentionScheduleId(system.taskQueue);
    const { taskQueue, temporal } = system;
    const handle = await temporal.workflow.start(RETENTION_WORKFLOW, { workflowId, taskQueue });
    await expect(handle.result()).rejects.toMatchObject({
      cause: { message: 'The sweep failed: Postgres: not now' },
    });
    expect(await system.db.selectFrom('execution').select('id').execute()).toEqual([]);
    const activities: string[][] = [];
    let runId: string | null | undefined = handle.firstExecutionRunId;
    while (runId) {
      const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
      const scheduled = (events ?? []).flatMap(
        ({ activityTaskScheduledEventAttributes: attributes }) => attributes?.activityType?.name ?? [],
      );
      activities.push(scheduled);
      runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    }
    expect(activities.length).toBeGreaterThan(1);
    expect(activities.flat()).toEqual(['sweep', 'removeExpired', 'removeExpired', 'removeExpired']);
  });
});
