import { describe, expect, test } from 'vitest';
import { usageCost } from '../../../models/facts/model-table.js';
import { reserveBudget, type ReserveResult } from '../../../store/budget/budget-reservations.js';
import { readBudget } from '../../../store/budget/budgets.js';
import { openDatabase } from '../../../store/database.js';
import { findExecutionView } from '../../../store/execution/execution-views.js';
import {
  child,
  complete,
  openReservations,
  root,
  runningCall,
  standing,
  type TestExecution,
} from './fixtures/budget-harness.js';
import { finish, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();
const MODEL = 'openai:gpt-4o';
const BRANCHES = 20;
const CALLS = 12;

describe('reserveBudget and completeModelCall', () => {
  test('20 branches and sub-executions on one budget in tokens -> never over it, the total is exact', async () => {
    await expectKept({ tokens: 30_000 });
  });

  test('the same on a budget in USD -> never over it, the total is exact', async () => {
    await expectKept({ cost: 0.1234 });
  });

  async function expectKept(limits: { tokens?: number; cost?: number }): Promise<void> {
    const top = await root(store.db, limits);
    const executions = await tree(top);
    const watch = await watchBudget(top.rootId);
    const results = (
      await Promise.all(executions.map((execution, index) => branch(execution, index)))
    ).flat();
    const seen = await watch.end();
    const refused = results.filter((result) => result.kind === 'exceeded');
    expect(refused.length).toBeGreaterThan(0);
    expect(results.length - refused.length).toBeGreaterThan(BRANCHES);
    for (const result of refused) expect(Number(result.asked)).toBeGreaterThan(Number(result.budget));
    expect(seen.samples).toBeGreaterThan(20);
    expect(seen.over).toEqual([]);

    const view = await findExecutionView(store.db, { executionId: top.workflowId, user: undefined });
    const budget = await readBudget(store.db, top.rootId);
    expect(budget).toMatchObject({
      tokens: { spent: view!.inputTokens + view!.outputTokens, reserved: 0 },
      cost: { spent: view!.cost, reserved: '0.000000000000' },
    });
    expect(view).toMatchObject({ modelCalls: results.length - refused.length, budget });
    expect(await openReservations(store.db, top.rootId)).toEqual([]);
    await expectExactRest(top);
  }

  async function expectExactRest(top: TestExecution): Promise<void> {
    const { tokens, cost } = (await readBudget(store.db, top.rootId))!;
    const rest = {
      tokens: tokens.max === null ? 0 : tokens.max - tokens.spent,
      cost: cost.max === null ? '0' : units(toUnits(cost.max) - toUnits(cost.spent)),
    };
    const call = { ...top, step: 1_000_000 };
    expect(await reserveBudget(store.db, { ...call, ...rest })).toEqual({ kind: 'reserved' });
    const more = { ...call, step: 1_000_001, tokens: 1, cost: '0.000000000001' };
    expect(await reserveBudget(store.db, more)).toMatchObject({ kind: 'exceeded' });
    await finish(store.db, top.workflowId, 'cancelled');
    expect((await standing(store.db, top.rootId))[1]).toBe(0);
  }

  test('a child that ends while others still call -> its reservations alone are returned', async () => {
    const top = await root(store.db, { tokens: 100_000 });
    const children = await Promise.all(Array.from({ length: BRANCHES }, () => child(store.db, top)));
    const estimate = { step: 1, tokens: 1_000, cost: '0.01' };
    await Promise.all(children.map((execution) => reserveBudget(store.db, { ...execution, ...estimate })));
    await Promise.all(children.slice(5).map(({ workflowId }) => finish(store.db, workflowId, 'failed')));
    expect(await standing(store.db, top.rootId)).toEqual([0, 5_000, 0, 0.05]);
    expect(await openReservations(store.db, top.rootId)).toEqual(
      children
        .slice(0, 5)
        .map(({ executionId }) => [executionId, 1])
        .sort(([a = 0], [b = 0]) => a - b),
    );
  });
});

async function tree(top: TestExecution): Promise<TestExecution[]> {
  const below = await Promise.all([1, 2, 3, 4].map(() => child(store.db, top)));
  const deeper = await Promise.all(below.map((parent) => child(store.db, parent)));
  const all = [top, ...below, ...deeper];
  return Array.from({ length: BRANCHES }, (_, index) => all[index % all.length]!);
}

async function branch(execution: TestExecution, index: number): Promise<ReserveResult[]> {
  const results: ReserveResult[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const step = index * CALLS + call + 1;
    const inputTokens = 200 + Math.floor(Math.random() * 400);
    const outputTokens = 100;
    const estimate = {
      tokens: inputTokens + outputTokens,
      cost: usageCost({ model: MODEL, inputTokens, outputTokens })!,
    };
    const result = await reserveBudget(store.db, { ...execution, step, ...estimate });
    results.push(result);
    if (result.kind !== 'reserved') break;
    const input = Math.floor(Math.random() * (inputTokens + 1));
    const output = Math.floor(Math.random() * (outputTokens + 1));
    const cost = usageCost({ model: MODEL, inputTokens: input, outputTokens: output })!;
    await complete(store.db, await runningCall(store.db, execution, step), { input, output, cost });
  }
  return results;
}

async function watchBudget(rootId: number) {
  const db = openDatabase({ url: store.url, maxConnections: 1 });
  const over: unknown[] = [];
  let samples = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const { tokens, cost } = (await readBudget(db, rootId))!;
      samples += 1;
      const usedTokens = tokens.spent + tokens.reserved;
      const usedCost = toUnits(cost.spent) + toUnits(cost.reserved);
      if (tokens.max !== null && usedTokens > tokens.max) over.push({ tokens });
      if (cost.max !== null && usedCost > toUnits(cost.max)) over.push({ cost });
    }
  })();
  return {
    async end() {
      isOver = true;
      await reading;
      await db.destroy();
      return { samples, over };
    },
  };
}

const DECIMALS = 12;

function toUnits(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}

function units(whole: bigint): string {
  const digits = whole.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
