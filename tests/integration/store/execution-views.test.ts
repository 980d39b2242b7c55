import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { beginExecution } from '../../../store/begin-execution.js';
import {
  findExecutionView,
  listConversationExecutions,
  listExecutions,
  listTree,
} from '../../../store/execution-views.js';
import { executionWorkflowId, turnWorkflowId } from '../../../workflows/ids.js';
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
    await finish(store.db, workflowId, 'completed', { answerStep: 3 });
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
      answer: null,
      status: 'running',
    });
    expect(Number(view?.cost)).toBe(0);
  });

  test("T28: somebody else's -> it does not exist", async () => {
    const executionId = await answer(store.db, newConversation(), 't1');
    expect(await findExecutionView(store.db, { executionId, user: 'somebody else' })).toBeUndefined();
    expect(await findExecutionView(store.db, { executionId, user: undefined })).toBeDefined();
  });
});

describe('listExecutions', () => {
  test('filters and a limit -> those that match, newest first', async () => {
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
  test('the turns of a conversation -> its latest, newest first; of nobody else', async () => {
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
