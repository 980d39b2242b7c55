import { describe, expect, test } from 'vitest';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { reserveBudget } from '../../../store/budget/budget-reservations.js';
import { releaseOpenReservations, settleBudget } from '../../../store/budget/budget-settlement.js';
import { openBudget, readBudget } from '../../../store/budget/budgets.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { child, complete, openReservations, root, runningCall, standing } from './fixtures/budget-harness.js';
import { accept, FLOW, newConversation, rowId, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();
const ESTIMATE = { tokens: 100, cost: '0.5' };

describe('openBudget', () => {
  test('a beginning with a budget -> stored, unused; without one there is none', async () => {
    const { rootId } = await root(store.db, { tokens: 1_000, cost: 0.1 });
    expect(await readBudget(store.db, rootId)).toEqual({
      tokens: { spent: 0, reserved: 0, max: 1_000 },
      cost: { spent: '0.000000000000', reserved: '0.000000000000', max: '0.100000000000' },
    });
    expect(await readBudget(store.db, (await root(store.db)).rootId)).toBeNull();
  });

  test('a turn that begins with a budget, twice -> one budget', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const workflowId = turnWorkflowId(conversation.id, 't1');
    for (const tokens of [5, 7])
      await beginExecution(store.db, {
        kind: 'turn',
        workflowId,
        conversationId: conversation.id,
        turnId: 't1',
        flow: FLOW,
        user: conversation.user,
        budget: { tokens },
      });
    const budget = await readBudget(store.db, await rowId(store.db, workflowId));
    expect(budget?.tokens.max).toBe(5);
  });

  test('opened again with another budget -> the first stays, and what was spent', async () => {
    const execution = await root(store.db, { tokens: 1_000 });
    await reserveBudget(store.db, { ...execution, step: 1, ...ESTIMATE });
    await store.db
      .transaction()
      .execute((trx) => openBudget(trx, { rootId: execution.rootId, budget: { cost: 7 } }));
    expect(await readBudget(store.db, execution.rootId)).toMatchObject({
      tokens: { reserved: 100, max: 1_000 },
      cost: { max: null },
    });
  });

  test.each([1e-12, 0.1, 0.1 + 0.2, 1_234_567.1, 99_999_999.99])(
    'a cost of %d -> stored as the decimal with the same digits',
    async (cost) => {
      const { rootId } = await root(store.db, { cost });
      expect(Number((await readBudget(store.db, rootId))?.cost.max)).toBeCloseTo(cost, 12);
    },
  );
});

describe('reserveBudget', () => {
  test('no budget -> no reservation, and nothing is written', async () => {
    const execution = await root(store.db);
    expect(await reserveBudget(store.db, { ...execution, step: 1, ...ESTIMATE })).toEqual({ kind: 'none' });
    expect(await openReservations(store.db, execution.rootId)).toEqual([]);
  });

  test('exactly the budget -> runs; one token more -> refused with both numbers', async () => {
    const execution = await root(store.db, { tokens: 300 });
    await spend(execution, { tokens: 120, cost: '0' });
    await reserveBudget(store.db, { ...execution, step: 2, tokens: 80, cost: '0' });
    const last = { ...execution, step: 3, cost: '0' };
    expect(await reserveBudget(store.db, { ...last, tokens: 101 })).toEqual({
      kind: 'exceeded',
      limit: 'tokens',
      asked: 301,
      budget: 300,
      spent: 120,
    });
    expect(await reserveBudget(store.db, { ...last, tokens: 100 })).toEqual({ kind: 'reserved' });
    expect(await standing(store.db, execution.rootId)).toEqual([120, 180, 0, 0]);
    expect(await reserveBudget(store.db, { ...last, step: 4, tokens: 1 })).toMatchObject({ asked: 301 });
  });

  test('exactly the budget in USD -> runs; the twelfth decimal more -> refused with both numbers', async () => {
    const execution = await root(store.db, { cost: 0.3 });
    await spend(execution, { tokens: 10, cost: '0.1' });
    const call = { ...execution, step: 2, tokens: 1_000_000 };
    expect(await reserveBudget(store.db, { ...call, cost: '0.200000000001' })).toEqual({
      kind: 'exceeded',
      limit: 'cost',
      asked: '0.300000000001',
      budget: '0.300000000000',
      spent: '0.100000000000',
    });
    expect(await reserveBudget(store.db, { ...call, cost: '0.2' })).toEqual({ kind: 'reserved' });
  });

  test('both limits passed -> the tokens are named', async () => {
    const execution = await root(store.db, { tokens: 10, cost: 0.001 });
    const call = { ...execution, step: 1, tokens: 11, cost: '1' };
    expect(await reserveBudget(store.db, call)).toMatchObject({ kind: 'exceeded', limit: 'tokens' });
  });

  test('reserved again, also with another estimate and with nothing left -> the first reservation stays', async () => {
    const execution = await root(store.db, { tokens: 100 });
    const call = { ...execution, step: 1, cost: '0' };
    for (const tokens of [100, 100, 7, 101])
      expect(await reserveBudget(store.db, { ...call, tokens })).toEqual({ kind: 'reserved' });
    expect(await standing(store.db, execution.rootId)).toEqual([0, 100, 0, 0]);
  });

  test('ten concurrent tries of one call that uses the whole budget -> all succeed, reserved once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const execution = await root(store.db, { tokens: 100 });
      const call = { ...execution, step: 1, ...ESTIMATE };
      const results = await Promise.all(Array.from({ length: 10 }, () => reserveBudget(store.db, call)));
      expect(new Set(results.map((result) => result.kind))).toEqual(new Set(['reserved']));
      expect(await standing(store.db, execution.rootId)).toEqual([0, 100, 0, 0.5]);
    }
  });

  test('a call refused and asked again after another one ended -> it runs', async () => {
    const execution = await root(store.db, { tokens: 100 });
    const first = { ...execution, step: 1, ...ESTIMATE };
    const second = { ...execution, step: 2, tokens: 60, cost: '0' };
    await reserveBudget(store.db, first);
    expect(await reserveBudget(store.db, second)).toMatchObject({ kind: 'exceeded', asked: 160 });
    await settleBudget(store.db, { ...first, tokens: 40, cost: '0.1' });
    expect(await reserveBudget(store.db, second)).toEqual({ kind: 'reserved' });
  });

  test('executions below the root -> all use the one budget', async () => {
    const top = await root(store.db, { tokens: 250 });
    const below = await child(store.db, top);
    const deeper = await child(store.db, below);
    for (const execution of [top, below])
      await reserveBudget(store.db, { ...execution, step: 1, ...ESTIMATE });
    expect(await reserveBudget(store.db, { ...deeper, step: 1, ...ESTIMATE })).toMatchObject({ asked: 300 });
    expect(await standing(store.db, top.rootId)).toEqual([0, 200, 0, 1]);
  });
});

describe('settleBudget', () => {
  test('settled again -> once; actual usage counts exactly, also above the estimate', async () => {
    const execution = await root(store.db, { tokens: 150, cost: 1 });
    const call = { ...execution, step: 1 };
    await reserveBudget(store.db, { ...call, ...ESTIMATE });
    for (const tokens of [140, 140, 9])
      await settleBudget(store.db, { ...call, tokens, cost: '0.600000000001' });
    expect(await readBudget(store.db, execution.rootId)).toMatchObject({
      tokens: { spent: 140, reserved: 0 },
      cost: { spent: '0.600000000001', reserved: '0.000000000000' },
    });
  });

  test('settled ten times at once -> once', async () => {
    const execution = await root(store.db, { tokens: 150 });
    const call = { ...execution, step: 1 };
    await reserveBudget(store.db, { ...call, ...ESTIMATE });
    const settlement = { ...call, tokens: 7, cost: '0.1' };
    await Promise.all(Array.from({ length: 10 }, () => settleBudget(store.db, settlement)));
    expect(await standing(store.db, execution.rootId)).toEqual([7, 0, 0.1, 0]);
  });

  test('never reserved -> nothing; with countsUnreserved -> counts', async () => {
    const execution = await root(store.db, { tokens: 150 });
    const settlement = { ...execution, step: 1, tokens: 7, cost: '0.1' };
    await settleBudget(store.db, settlement);
    expect(await standing(store.db, execution.rootId)).toEqual([0, 0, 0, 0]);
    await settleBudget(store.db, { ...settlement, countsUnreserved: true });
    expect(await standing(store.db, execution.rootId)).toEqual([7, 0, 0.1, 0]);
  });
});

describe('releaseOpenReservations', () => {
  test('some calls completed, some not -> settled with their usage, or released; of this execution alone', async () => {
    const top = await root(store.db, { tokens: 1_000 });
    const below = await child(store.db, top);
    for (const step of [1, 2, 3]) await reserveBudget(store.db, { ...below, step, ...ESTIMATE });
    await reserveBudget(store.db, { ...top, step: 1, ...ESTIMATE });
    const unsettled = { ...(await runningCall(store.db, below, 1)), rootBudgetId: -1 };
    await complete(store.db, unsettled, { input: 20, output: 4, cost: '0.25' });
    await runningCall(store.db, below, 2);
    for (let time = 0; time < 2; time += 1) await releaseOpenReservations(store.db, below.executionId);
    expect(await standing(store.db, top.rootId)).toEqual([24, 100, 0.25, 0.5]);
    expect(await openReservations(store.db, top.rootId)).toEqual([[top.executionId, 1]]);
  });
});

async function spend(
  execution: Awaited<ReturnType<typeof root>>,
  used: { tokens: number; cost: string },
): Promise<void> {
  const call = { ...execution, step: 1, ...used };
  await reserveBudget(store.db, call);
  await settleBudget(store.db, call);
}
