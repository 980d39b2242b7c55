import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import {
  findExecutionView,
  listConversationExecutions,
  listTree,
} from '../../../store/execution/execution-views.js';
import { listExecutions } from '../../../store/execution/list-executions.js';
import { listModelCalls } from '../../../store/calls/model-call-views.js';
import { loadNodeUsage } from '../../../store/nodes/node-usage.js';
import { executionWorkflowId, turnWorkflowId } from '../../../protocol/ids.js';
import { child, complete, root, runningCall } from './fixtures/budget-harness.js';
import {
  accept,
  answer,
  begin,
  finish,
  FLOW,
  newConversation,
  rowId,
  say,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('findExecutionView', () => {
  test('several model calls -> their totals, exact to the twelfth decimal', async () => {
    const conversation = newConversation();
    const workflowId = turnWorkflowId(conversation.id, 't1');
    await accept(store.db, conversation, ['t1']);
    await begin(store.db, conversation, 't1');
    for (const step of [1, 2, 3]) await say(store.db, workflowId, { step });
    await finish(store.db, workflowId, 'completed');
    expect(await findExecutionView(store.db, { executionId: workflowId, user: conversation.user })).toEqual({
      executionId: workflowId,
      parentId: null,
      flow: FLOW,
      flowVersion: 1,
      user: conversation.user,
      status: 'completed',
      createdAt: expect.any(Date) as Date,
      finishedAt: expect.any(Date) as Date,
      errorType: null,
      errorMessage: null,
      modelCalls: 3,
      inputTokens: 30,
      outputTokens: 15,
      cost: '0.000036000000',
      unpricedCalls: 0,
      compactions: 0,
      budget: null,
      answer: 'Hello',
    });
  });

  test('no model call yet -> zeros, as numbers', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    await begin(store.db, conversation, 't1');
    const executionId = turnWorkflowId(conversation.id, 't1');
    const view = await findExecutionView(store.db, { executionId, user: undefined });
    expect(view).toMatchObject({
      modelCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
      compactions: 0,
      answer: null,
      status: 'running',
    });
    expect(Number(view?.cost)).toBe(0);
  });

  test("T28: another user's -> not found", async () => {
    const executionId = await answer(store.db, newConversation(), 't1');
    expect(await findExecutionView(store.db, { executionId, user: 'somebody else' })).toBeUndefined();
    expect(await findExecutionView(store.db, { executionId, user: undefined })).toBeDefined();
  });
});

describe('totals of an execution', () => {
  test('some below it -> included in every view, and in the result of finishing', async () => {
    const top = await root(store.db, { tokens: 1_000 });
    const below = await child(store.db, top);
    const deeper = await child(store.db, below);
    const beside = await child(store.db, top);
    const calls = [top, below, below, deeper, beside].map((execution, step) => ({ execution, step }));
    for (const { execution, step } of calls) await say(store.db, execution.workflowId, { step: step + 1 });
    const totals = [
      [top, 5, 50, 25, '0.000060000000'],
      [below, 3, 30, 15, '0.000036000000'],
      [deeper, 1, 10, 5, '0.000012000000'],
      [beside, 1, 10, 5, '0.000012000000'],
    ] as const;
    const tree = await listTree(store.db, { rootId: top.workflowId, user: undefined });
    const listed = await listExecutions(store.db, { limit: 4 });
    expect(totals.length).toBe(tree.length);
    for (const [{ workflowId: executionId }, modelCalls, inputTokens, outputTokens, cost] of totals) {
      const expected = { executionId, modelCalls, inputTokens, outputTokens, cost };
      expect(await findExecutionView(store.db, { executionId, user: undefined })).toMatchObject(expected);
      for (const views of [tree, listed])
        expect(views.find((view) => view.executionId === executionId)).toMatchObject(expected);
    }
    expect(await finish(store.db, below.workflowId, 'failed')).toMatchObject({
      usage: { inputTokens: 30, outputTokens: 15, cost: 0.000036 },
    });
  });

  test('rows whose parents form a cycle -> each counted once', async () => {
    const top = await root(store.db);
    const below = await child(store.db, top);
    const deeper = await child(store.db, below);
    for (const { workflowId } of [top, below, deeper]) await say(store.db, workflowId);
    await store.db
      .updateTable('execution')
      .set({ parent_id: deeper.executionId, root_id: top.rootId })
      .where('id', '=', top.executionId)
      .execute();
    const calls = (await listTree(store.db, { rootId: top.workflowId, user: undefined })).map(
      (view) => view.modelCalls,
    );
    expect(calls).toEqual([3, 3, 3]);
  });

  test('a deleted row in between -> the root has all of its tree', async () => {
    const top = await root(store.db);
    const below = await child(store.db, top);
    const deeper = await child(store.db, below);
    await say(store.db, deeper.workflowId);
    await store.db.deleteFrom('execution').where('id', '=', below.executionId).execute();
    const view = await findExecutionView(store.db, { executionId: top.workflowId, user: undefined });
    expect(view?.modelCalls).toBe(1);
  });

  test('H46: a compaction of 0.01 and an answer of 0.02 -> 0.03, one compaction; rejected compactions are not counted', async () => {
    const top = await root(store.db);
    const below = await child(store.db, top);
    const costs = ['0.01', '0.02'];
    for (const [index, cost] of costs.entries())
      await complete(store.db, await runningCall(store.db, below, index + 1), { input: 1, output: 1, cost });
    for (const [step, status] of (['adopted', 'not-smaller', 'failed', 'skipped'] as const).entries())
      await store.db
        .insertInto('compaction')
        .values({
          execution_id: below.executionId,
          step,
          status,
          summary: status === 'adopted' ? 'All of it' : null,
          through_step: 0,
          tokens_before: 100,
          messages_before: 3,
        })
        .execute();
    for (const { workflowId: executionId } of [top, below])
      expect(await findExecutionView(store.db, { executionId, user: undefined })).toMatchObject({
        cost: '0.030000000000',
        modelCalls: 2,
        compactions: 1,
      });
  });

  test('calls without a price -> unknown; beside others a minimum, and their number', async () => {
    const top = await root(store.db);
    const below = await child(store.db, top);
    const shown = (executionId: string) => findExecutionView(store.db, { executionId, user: undefined });
    const used = { input: 7, output: 3 };
    await complete(store.db, await runningCall(store.db, below, 1), { ...used, cost: null });
    expect(await shown(top.workflowId)).toMatchObject({ cost: null, unpricedCalls: 1 });
    expect(await loadNodeUsage(store.db, [below.executionId])).toMatchObject([
      { cost: null, unpricedCalls: 1, inputTokens: 7 },
    ]);
    await complete(store.db, await runningCall(store.db, below, 2), { ...used, cost: '0.25' });
    expect(await shown(top.workflowId)).toMatchObject({ cost: '0.250000000000', unpricedCalls: 1 });
    expect(await listModelCalls(store.db, below.workflowId)).toMatchObject([
      { cost: null },
      { cost: '0.250000000000' },
    ]);
    expect(await finish(store.db, top.workflowId, 'failed')).toMatchObject({
      usage: { cost: 0.25, unpricedCalls: 1, outputTokens: 6 },
    });
  });

  test('a budget -> shown at the root, not below it', async () => {
    const top = await root(store.db, { tokens: 1_000 });
    const below = await child(store.db, top);
    await complete(store.db, await runningCall(store.db, below), { input: 30, output: 12, cost: '0.125' });
    const [first, second] = await listTree(store.db, { rootId: top.workflowId, user: undefined });
    expect(first?.budget).toEqual({
      tokens: { spent: 42, reserved: 0, max: 1_000 },
      cost: { spent: '0.125000000000', reserved: '0.000000000000', max: null },
    });
    expect(second?.budget).toBeNull();
  });
});

describe('listExecutions', () => {
  test('filters and a limit -> the matching ones, newest first', async () => {
    const conversation = newConversation();
    const { user } = conversation;
    const ids = [];
    for (const turnId of ['t1', 't2', 't3']) ids.unshift(await answer(store.db, conversation, turnId));
    await accept(store.db, conversation, ['t4']);
    await begin(store.db, conversation, 't4');
    const list = async (filter: object) =>
      (await listExecutions(store.db, { user, limit: 50, ...filter })).map((view) => view.executionId);
    expect(await list({})).toEqual([turnWorkflowId(conversation.id, 't4'), ...ids]);
    expect(await list({ status: 'completed', limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await list({ flow: 'nobody' })).toEqual([]);
    expect(await list({ user: 'somebody else' })).toEqual([]);
    const [last] = await listExecutions(store.db, { user, limit: 1 });
    expect(await list({ since: last!.createdAt })).toEqual([last!.executionId]);
    expect(await list({ until: last!.createdAt })).toEqual(ids);
  });

  test('a page, then the next ones -> every execution once, with each filter; a foreign cursor is rejected', async () => {
    const conversation = newConversation();
    const { user } = conversation;
    const ids: string[] = [];
    for (const turnId of ['t1', 't2', 't3', 't4', 't5'])
      ids.unshift(await answer(store.db, conversation, turnId));
    const first = await listExecutions(store.db, { user, limit: 1 });
    for (const filter of [
      {},
      { flow: FLOW, status: 'completed' as const },
      { flows: ['nobody', FLOW, FLOW] },
      { since: new Date(first[0]!.createdAt.getTime() - 3_600_000) },
    ]) {
      const listed: string[] = [];
      for (let page = 0; page < 3; page += 1) {
        const before = listed.at(-1);
        const rows = await listExecutions(store.db, { user, limit: 2, before, ...filter });
        listed.push(...rows.map(({ executionId }) => executionId));
      }
      expect(listed, JSON.stringify(filter)).toEqual(ids);
      expect(await listExecutions(store.db, { user, limit: 2, before: ids.at(-1), ...filter })).toEqual([]);
    }
    expect(await listExecutions(store.db, { user, limit: 2, flows: ['nobody'] })).toEqual([]);
    const foreign = await answer(store.db, newConversation(), 't1');
    for (const before of [foreign, 'unknown'])
      await expect(listExecutions(store.db, { user, limit: 2, before })).rejects.toThrow(
        'is not the last execution of a page',
      );
  });
});

describe('execution_id_since', () => {
  test('times in the order of ids, with gaps, and sub-executions that started late -> the first root since', async () => {
    await sql`insert into execution (workflow_id, flow_slug, flow_version, status, finished_at, created_at, root_id)
      select 'since/' || n, 'assistant', 1, 'completed', now(),
        timestamptz '2100-01-01' + make_interval(hours => n, days => case when n % 7 = 3 then 400 else 0 end),
        case when n % 7 = 3 then 1 end
      from generate_series(1, 200) n where n % 10 <> 5`.execute(store.db);
    for (const hours of [0, 1, 2, 36, 59, 131, 200, 201]) {
      const since = sql`timestamptz '2100-01-01' + make_interval(hours => ${hours}::integer)`;
      const { rows } = await sql<{ workflow_id: string }>`
        select workflow_id from execution cross join (select execution_id_since(${since}) as first) found
        where root_id is null and (id >= first) <> (created_at >= ${since})`.execute(store.db);
      expect(rows).toEqual([]);
    }
    await sql`delete from execution where workflow_id like 'since/%'`.execute(store.db);
  });
});

describe('listTree', () => {
  test('an execution with some below it -> all of them, with their parents, oldest first', async () => {
    const root = await plain();
    const child = await plain({ parent: root, root });
    const grandchild = await plain({ parent: child, root });
    await plain();
    const views = await listTree(store.db, { rootId: root, user: undefined });
    expect(views.map((view) => [view.executionId, view.parentId])).toEqual([
      [root, null],
      [child, root],
      [grandchild, child],
    ]);
    expect(await listTree(store.db, { rootId: root, user: 'somebody else' })).toEqual([]);
  });

  async function plain(above?: { parent: string; root: string }): Promise<string> {
    const workflowId = executionWorkflowId(FLOW, randomUUID());
    await beginExecution(store.db, { kind: 'plain', workflowId, flow: FLOW, user: 'ada', text: 'Write it' });
    if (above !== undefined)
      await store.db
        .updateTable('execution')
        .set({ parent_id: await rowId(store.db, above.parent), root_id: await rowId(store.db, above.root) })
        .where('workflow_id', '=', workflowId)
        .execute();
    return workflowId;
  }
});

describe('listConversationExecutions', () => {
  test('the turns of a conversation -> its latest, newest first; only for its user', async () => {
    const conversation = newConversation();
    const ids = [];
    for (const turnId of ['t1', 't2', 't3']) ids.unshift(await answer(store.db, conversation, turnId));
    await answer(store.db, newConversation(), 't1');
    const list = { conversationId: conversation.id, limit: 2 };
    const views = await listConversationExecutions(store.db, { ...list, user: conversation.user });
    expect(views.map((view) => view.executionId)).toEqual(ids.slice(0, 2));
    expect(await listConversationExecutions(store.db, { ...list, user: 'somebody else' })).toEqual([]);
  });
});
