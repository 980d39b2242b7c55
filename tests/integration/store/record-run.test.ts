import { describe, expect, test } from 'vitest';
import { loadExecution } from '../../../store/execution/load-execution.js';
import { loadRun } from '../../../store/trajectory/load-run.js';
import { recordRun, writeRun } from '../../../store/trajectory/record-run.js';
import { recordSteps } from '../../../trajectory/recorded/record-steps.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { answer, counting, newConversation, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('recordRun', () => {
  test('a run that is behind, and one that is not -> two statements, and one', async () => {
    const run = await answeredRun();
    const { db, take } = counting(store.db);
    await recordRun(db, run);
    expect(take()).toBe(2);
    await recordRun(db, run);
    expect(take()).toBe(1);
  });
});

describe('writeRun', () => {
  test('the graph has grown since the run was loaded -> false; nothing is written or counted', async () => {
    const run = await answeredRun();
    const loaded = await loadRun(store.db, run);
    const growth = recordSteps(loaded!)!;
    const write = () => writeRun(store.db, { executionId: run.executionId, run: loaded!, growth });
    expect(await write()).toBe(true);
    const before = await rowsOf(run.executionId);
    expect(await write()).toBe(false);
    expect(await rowsOf(run.executionId)).toEqual(before);
  });

  test('another thing has the place meanwhile -> false; the same thing -> written once', async () => {
    const run = await answeredRun();
    await recordRun(store.db, run);
    const loaded = (await loadRun(store.db, run))!;
    const touch = (name: string) =>
      writeRun(store.db, {
        executionId: run.executionId,
        run: loaded,
        growth: {
          ...loaded.head!,
          nodes: [{ step: 1, ordinal: -1, type: 'File', name }],
          edges: [],
          changes: [],
        },
      });
    expect([await touch('a'), await touch('b'), await touch('a')]).toEqual([true, false, true]);
    const { nodes } = await rowsOf(run.executionId);
    expect(nodes.filter(({ type }) => type === 'File').map(({ name }) => name)).toEqual(['a']);
  });
});

async function answeredRun() {
  const conversation = newConversation();
  await answer(store.db, conversation, 't1');
  const { id } = await loadExecution(store.db, turnWorkflowId(conversation.id, 't1'));
  return { executionId: id, base: 0 };
}

async function rowsOf(executionId: number) {
  const { conversation_id: conversationId } = await store.db
    .selectFrom('execution')
    .select('conversation_id')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  return {
    nodes: await store.db
      .selectFrom('trajectory_node')
      .selectAll()
      .where('execution_id', '=', executionId)
      .orderBy('type')
      .execute(),
    agents: await store.db
      .selectFrom('trajectory_agent')
      .select('counts')
      .where('conversation_id', '=', conversationId)
      .execute(),
  };
}
