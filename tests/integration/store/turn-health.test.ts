import { describe, expect, test } from 'vitest';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { withSummedHours } from '../../../store/health/hour-sums.js';
import { sumPastHours } from '../../../store/health/sum-past-hours.js';
import { countTurnsByDay } from '../../../store/health/turn-health.js';
import { child, root, type TestExecution } from './fixtures/budget-harness.js';
import { finish, FLOW, MANIFEST, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

const DAY_MS = 86_400_000;

describe('countTurnsByDay', () => {
  test('a fallback, a call below the root, no call -> each turn once, by its last model, before and after sums', async () => {
    const yesterday = new Date(Date.now() - DAY_MS);
    const [fellBack, above, silent] = [await root(store.db), await root(store.db), await root(store.db)];
    const below = await child(store.db, above);
    await call(fellBack, 1, 'a:first');
    await call(fellBack, 2, 'b:second');
    await call(below, 1, 'c:below');
    for (const { workflowId } of [below, fellBack, above]) await finish(store.db, workflowId, 'completed');
    await finish(store.db, silent.workflowId, 'failed');
    await store.db.updateTable('execution').set({ created_at: yesterday }).execute();
    const scope = { since: new Date(yesterday.getTime() - DAY_MS), until: new Date() };
    const day = yesterday.toISOString().slice(0, 10);
    const counted = [
      { day, flow: FLOW, model: 'b:second', turns: 1, failed: 0 },
      { day, flow: FLOW, model: 'c:below', turns: 1, failed: 0 },
      { day, flow: FLOW, model: null, turns: 1, failed: 1 },
    ];
    expect(await countTurnsByDay(store.db, scope)).toEqual(counted);
    await sumPastHours(store.db);
    const summed = await withSummedHours(store.db, scope);
    expect(summed.hours).toBeDefined();
    expect(await countTurnsByDay(store.db, summed)).toEqual(counted);
  });
});

async function call({ executionId }: TestExecution, step: number, model: string): Promise<void> {
  await insertModelCall(store.db, { executionId, step, nodeId: 'agent', model, manifest: MANIFEST });
}
