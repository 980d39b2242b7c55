import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { reserveBudget } from '../../../store/budget/budget-reservations.js';
import { settleBudget } from '../../../store/budget/budget-settlement.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { findExecutionView } from '../../../store/execution/execution-views.js';
import { cancelModelCall, recordModelFailure } from '../../../store/calls/end-model-call.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { child, complete, openReservations, root, runningCall, standing } from './fixtures/budget-harness.js';
import { counting, finish, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();
const ESTIMATE = { tokens: 100, cost: '0.5' };
const USED = { input: 30, output: 12, cost: '0.125' };
const FAILURE = { type: 'Model.InvalidRequest', message: 'no', isFinal: true };

describe('completeModelCall', () => {
  test('P113: retried after its success was lost -> counted once, and so is a repeated reservation', async () => {
    const { call, rootId } = await reserved();
    expect(await complete(store.db, call, USED)).toBe(true);
    expect(await complete(store.db, call, USED)).toBe(false);
    expect(await claimModelCall(store.db, call)).toBeUndefined();
    expect(await reserveBudget(store.db, { ...call, ...ESTIMATE })).toEqual({ kind: 'reserved' });
    await settleBudget(store.db, { ...call, tokens: 42, cost: '0.125' });
    expect(await standing(store.db, rootId)).toEqual([42, 0, 0.125, 0]);
    expect(
      await findExecutionView(store.db, { executionId: call.workflowId, user: undefined }),
    ).toMatchObject({
      modelCalls: 1,
      inputTokens: 30,
      outputTokens: 12,
      cost: '0.125000000000',
    });
  });

  test('a superseded attempt -> settles nothing, the newer one does', async () => {
    const { call, rootId } = await reserved();
    await claimModelCall(store.db, call);
    expect(await complete(store.db, call, USED)).toBe(false);
    expect(await standing(store.db, rootId)).toEqual([0, 100, 0, 0.5]);
    expect(await complete(store.db, { ...call, attempt: 2 }, { ...USED, input: 31 })).toBe(true);
    expect(await standing(store.db, rootId)).toEqual([43, 0, 0.125, 0]);
  });

  test('a worker killed with its reservation open -> the next attempt finds it and settles it', async () => {
    const { call, rootId } = await reserved();
    expect(await reserveBudget(store.db, { ...call, ...ESTIMATE })).toEqual({ kind: 'reserved' });
    const again = await claimModelCall(store.db, call);
    expect(await complete(store.db, { ...call, attempt: again!.attempt }, USED)).toBe(true);
    expect(await standing(store.db, rootId)).toEqual([42, 0, 0.125, 0]);
  });

  test('a call that could not be reserved, because the budget was unavailable -> still counted', async () => {
    const execution = await root(store.db, { tokens: 1_000 });
    await complete(store.db, await runningCall(store.db, execution), USED);
    expect(await standing(store.db, execution.rootId)).toEqual([42, 0, 0.125, 0]);
  });

  test('with and without a budget -> three additional statements, and none', async () => {
    const execution = await root(store.db, { tokens: 1_000 });
    const { db, take } = counting(store.db);
    const counts: number[] = [];
    for (const [step, rootBudgetId] of [undefined, null, execution.rootId].entries()) {
      const call = await runningCall(store.db, execution, step + 1);
      take();
      await complete(db, { ...call, rootBudgetId }, USED);
      counts.push(take());
    }
    expect(counts).toEqual([2, 2, 5]);
  });

  test('reserving -> two statements', async () => {
    const execution = await root(store.db, { tokens: 1_000 });
    const { db, take } = counting(store.db);
    await reserveBudget(db, { ...execution, step: 1, ...ESTIMATE });
    expect(take()).toBe(2);
  });
});

describe('recordModelFailure', () => {
  test('a failure that is retried -> stays reserved; the last one -> returned', async () => {
    const { call, rootId } = await reserved();
    await recordModelFailure(store.db, { ...call, ...FAILURE, isFinal: false });
    expect(await standing(store.db, rootId)).toEqual([0, 100, 0, 0.5]);
    await recordModelFailure(store.db, { ...call, ...FAILURE });
    expect(await standing(store.db, rootId)).toEqual([0, 0, 0, 0]);
    expect(await reserveBudget(store.db, { ...call, ...ESTIMATE })).toEqual({ kind: 'reserved' });
    expect(await standing(store.db, rootId)).toEqual([0, 0, 0, 0]);
  });

  test('known usage -> is counted, in the call and the budget', async () => {
    const { call, rootId } = await reserved();
    await recordModelFailure(store.db, { ...call, ...FAILURE, ...known() });
    expect(await standing(store.db, rootId)).toEqual([42, 0, 0.125, 0]);
    const view = await findExecutionView(store.db, { executionId: call.workflowId, user: undefined });
    expect(view).toMatchObject({ inputTokens: 30, outputTokens: 12, cost: '0.125000000000' });
  });

  test('of a superseded attempt -> the reservation stays', async () => {
    const { call, rootId } = await reserved();
    await claimModelCall(store.db, call);
    await recordModelFailure(store.db, { ...call, ...FAILURE });
    expect(await standing(store.db, rootId)).toEqual([0, 100, 0, 0.5]);
  });
});

describe('cancelModelCall', () => {
  test.each([
    ['nothing known of its usage -> given back', {}, [0, 0, 0, 0]],
    ['known usage -> counted', known(), [42, 0, 0.125, 0]],
  ])('%s', async (_name, more, expected) => {
    const { call, rootId } = await reserved();
    await cancelModelCall(store.db, { ...call, content: [], ...more });
    expect(await standing(store.db, rootId)).toEqual(expected);
    expect(await openReservations(store.db, rootId)).toEqual([]);
  });
});

describe('finishExecution', () => {
  test.each(['completed', 'failed', 'cancelled'] as const)(
    '%s with calls ended, running, planned or never planned -> no reservation is left',
    async (status) => {
      const { execution, call, rootId } = await reserved();
      await complete(store.db, call, USED);
      await reserveBudget(store.db, { ...execution, step: 2, ...ESTIMATE });
      const unsettled = { ...(await runningCall(store.db, execution, 2)), rootBudgetId: -1 };
      await complete(store.db, unsettled, USED);
      for (const step of [3, 4]) await reserveBudget(store.db, { ...execution, step, ...ESTIMATE });
      await runningCall(store.db, execution, 3);
      expect(await standing(store.db, rootId)).toEqual([42, 300, 0.125, 1.5]);
      await finish(store.db, execution.workflowId, status);
      expect(await standing(store.db, rootId)).toEqual([84, 0, 0.25, 0]);
      expect(await openReservations(store.db, rootId)).toEqual([]);
      await finish(store.db, execution.workflowId, status);
      expect(await standing(store.db, rootId)).toEqual([84, 0, 0.25, 0]);
    },
  );

  test('a terminated child -> its rows return its part of the budget', async () => {
    const top = await root(store.db, { tokens: 1_000 });
    const below = await child(store.db, top);
    await reserveBudget(store.db, { ...below, step: 1, ...ESTIMATE });
    await runningCall(store.db, below);
    const gone = { errorType: 'Execution.Ended', errorMessage: 'The execution ended without finishing' };
    await finish(store.db, below.workflowId, 'failed', gone);
    expect(await standing(store.db, top.rootId)).toEqual([0, 0, 0, 0]);
    await reserveBudget(store.db, { ...below, step: 2, ...ESTIMATE });
    expect(await openReservations(store.db, top.rootId)).toEqual([]);
  });

  test('nothing reserved, with a budget or without -> the same statements', async () => {
    const { db, take } = counting(store.db);
    const counts: number[] = [];
    for (const budget of [undefined, { tokens: 1_000 }]) {
      const execution = await root(store.db, budget);
      await reserveBudget(store.db, { ...execution, step: 1, ...ESTIMATE });
      await complete(store.db, await runningCall(store.db, execution), USED);
      take();
      await finish(db, execution.workflowId, 'completed');
      counts.push(take());
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('P112: a budget that fails', () => {
  const away = useDatabase();

  test.each([
    ['renamed', sql`alter table budget rename to budget_away`, sql`alter table budget_away rename to budget`],
    [
      'without a table of reservations',
      sql`alter table budget_reservation rename to away`,
      sql`alter table away rename to budget_reservation`,
    ],
    [
      'refusing to count',
      sql`alter table budget add constraint away check (spent_tokens = 0) not valid`,
      sql`alter table budget drop constraint away`,
    ],
  ])(
    '%s -> calls and execution still end, reported; the missed usage is settled',
    async (_name, take, give) => {
      const { execution, call, rootId } = await reserved(away.db);
      await take.execute(away.db);
      const onBudgetFailure = vi.fn();
      try {
        expect(await complete(away.db, call, { ...USED, onBudgetFailure })).toBe(true);
        expect(onBudgetFailure).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
        expect((await findModelCall(away.db, call))?.status).toBe('completed');
        const { status } = await finish(away.db, execution.workflowId, 'completed', { onBudgetFailure });
        expect(status).toBe('completed');
        expect(onBudgetFailure).toHaveBeenCalledTimes(2);
      } finally {
        await give.execute(away.db);
      }
      expect(await standing(away.db, rootId)).toEqual([0, 100, 0, 0.5]);
      await finish(away.db, execution.workflowId, 'completed');
      expect(await standing(away.db, rootId)).toEqual([42, 0, 0.125, 0]);
    },
  );

  test.each(['budget', 'budget_reservation'])(
    '%s locked by another session -> waited for two seconds, then handled as unavailable',
    async (table) => {
      const { execution, call, rootId } = await reserved(away.db);
      const failing = await runningCall(away.db, execution, 2);
      const unlock = await lockAway(table);
      const onBudgetFailure = vi.fn();
      try {
        const [reserving, isStored] = await Promise.allSettled([
          reserveBudget(away.db, { ...execution, step: 3, ...ESTIMATE }),
          complete(away.db, call, { ...USED, onBudgetFailure }),
          recordModelFailure(away.db, { ...failing, ...FAILURE, onBudgetFailure }),
        ]);
        expect(reserving).toMatchObject({ status: 'rejected', reason: { code: '55P03' } });
        expect(isStored).toMatchObject({ value: true });
        expect(onBudgetFailure).toHaveBeenCalledTimes(2);
        expect((await findModelCall(away.db, failing))?.status).toBe('failed');
        expect(await finish(away.db, execution.workflowId, 'completed', { onBudgetFailure })).toMatchObject({
          status: 'completed',
          answer: 'Hello',
          usage: { inputTokens: 30, outputTokens: 12, cost: 0.125 },
        });
        expect(onBudgetFailure).toHaveBeenCalledTimes(3);
      } finally {
        await unlock();
      }
      await finish(away.db, execution.workflowId, 'completed');
      expect(await standing(away.db, rootId)).toEqual([42, 0, 0.125, 0]);
    },
  );

  test('an execution without a budget -> its calls are unaffected by the failure', async () => {
    const execution = await root(away.db);
    const unlock = await lockAway('budget');
    try {
      const call = { ...(await runningCall(away.db, execution)), rootBudgetId: null };
      const onBudgetFailure = vi.fn();
      expect(await complete(away.db, call, { ...USED, onBudgetFailure })).toBe(true);
      await finish(away.db, execution.workflowId, 'completed', { onBudgetFailure });
      expect(onBudgetFailure).not.toHaveBeenCalled();
    } finally {
      await unlock();
    }
  });

  test('dropped -> the call completes, reported', async () => {
    const { execution, call } = await reserved(away.db);
    await sql`drop table budget cascade`.execute(away.db);
    await sql`drop table budget_reservation`.execute(away.db);
    const onBudgetFailure = vi.fn();
    await expect(reserveBudget(away.db, { ...call, ...ESTIMATE })).rejects.toThrow(/"budget" does not exist/);
    expect(await complete(away.db, call, { ...USED, onBudgetFailure })).toBe(true);
    await finish(away.db, execution.workflowId, 'completed', { onBudgetFailure });
    expect(onBudgetFailure).toHaveBeenCalledTimes(2);
  });

  async function lockAway(table: string): Promise<() => Promise<void>> {
    const db = openDatabase({ url: away.url, maxConnections: 1 });
    const trx = await db.startTransaction().execute();
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    return async () => {
      await trx.rollback().execute();
      await db.destroy();
    };
  }
});

async function reserved(db: Database = store.db) {
  const execution = await root(db, { tokens: 1_000, cost: 10 });
  await reserveBudget(db, { ...execution, step: 1, ...ESTIMATE });
  return { execution, call: await runningCall(db, execution), rootId: execution.rootId };
}

function known() {
  return { usage: { input: 30, cachedInput: 0, output: 12, reasoning: 0 }, cost: '0.125' };
}
