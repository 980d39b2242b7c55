import { describe, expect, test } from 'vitest';
import { ArtifactsRefusedError } from '../../../store/artifacts/artifacts-refused-error.js';
import { findArtifact } from '../../../store/artifacts/artifacts.js';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { saveArtifact, type SavedArtifact } from '../../../store/artifacts/saved-artifacts.js';
import { beginToolCall, storeToolResult } from '../../../store/calls/stored-tool-calls.js';
import { executionWorkflowId } from '../../../protocol/ids.js';
import { FLOW, newConversation, rowId, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('saveArtifact', () => {
  test('another try of the call saves again, in another order -> one each, with the latest content', async () => {
    const executionId = await running();
    await save(executionId, { name: 'a.txt', text: 'first' });
    await save(executionId, { name: 'b.txt', text: 'first' });
    await beginCall(executionId);
    await save(executionId, { name: 'b.txt', text: 'second', attempt: 2 });
    await save(executionId, { name: 'a.txt', text: 'second', attempt: 2 });
    expect(await rows(executionId)).toEqual(['a.txt second', 'b.txt second']);
  });

  test('many at once -> all of them, beside the parts of the result', async () => {
    const executionId = await running();
    const names = Array.from({ length: 20 }, (_, n) => `file-${n}.txt`);
    expect(await Promise.all(names.map((name) => save(executionId, { name })))).toEqual(
      names.map(() => 'saved'),
    );
    await storeToolResult(store.db, {
      executionId,
      step: 1,
      ordinal: 1,
      workflowId: 'w',
      content: [],
      tokenCount: 4,
      artifacts: [artifact('big-1.1.txt', 0), artifact('big-1.1_img0.png', 1)],
    });
    expect(await rows(executionId)).toHaveLength(22);
  });

  test("another call's name -> name-taken and untouched, in another execution it is free", async () => {
    const [executionId, other] = [await running(), await running()];
    await save(executionId, { name: 'a.txt', text: 'mine' });
    await beginCall(executionId, 2);
    expect(await save(executionId, { name: 'a.txt', text: 'theirs', ordinal: 2 })).toBe('name-taken');
    expect(await save(other, { name: 'a.txt' })).toBe('saved');
    expect(await rows(executionId)).toEqual(['a.txt mine']);
  });

  test('two calls save one name at once -> one has it', async () => {
    const executionId = await running();
    await beginCall(executionId, 2);
    const outcomes = await Promise.all(
      [1, 2].map((ordinal) => save(executionId, { name: 'a.txt', ordinal })),
    );
    expect(outcomes.sort()).toEqual(['name-taken', 'saved']);
  });

  test('a dead try, a call with a result, one that never began -> call-ended, nothing is saved', async () => {
    const executionId = await running();
    await beginCall(executionId);
    expect(await save(executionId, { name: 'a.txt', attempt: 1 })).toBe('call-ended');
    const key = { executionId, step: 1, ordinal: 1, workflowId: 'w', nodeId: 'agent' };
    await storeToolResult(store.db, { ...key, content: [], tokenCount: 4 });
    expect(await save(executionId, { name: 'a.txt', attempt: 2 })).toBe('call-ended');
    expect(await save(executionId, { name: 'a.txt', ordinal: 2 })).toBe('call-ended');
    expect(await rows(executionId)).toEqual([]);
  });

  test('content that Postgres refuses permanently -> ArtifactsRefusedError', async () => {
    const executionId = await running();
    await expect(save(executionId, { name: 'a.txt', mediaType: 'text/\u0000' })).rejects.toThrow(
      ArtifactsRefusedError,
    );
  });

  test('bytes -> read back unchanged, a view of a larger buffer too', async () => {
    const executionId = await running();
    const content = Uint8Array.from({ length: 300 }, (_, index) => index % 256).subarray(20, 290);
    await save(executionId, { name: 'a.bin', content });
    const found = await findArtifact(store.db, { executionId, conversationId: null, name: 'a.bin' });
    expect(found?.content).toEqual(Buffer.from(content));
  });
});

async function running(): Promise<number> {
  const workflowId = executionWorkflowId(FLOW, newConversation().user);
  await beginExecution(store.db, { kind: 'plain', workflowId, flow: FLOW, user: 'ada', text: 'go' });
  const executionId = await rowId(store.db, workflowId);
  await beginCall(executionId);
  return executionId;
}

function beginCall(executionId: number, ordinal = 1): Promise<number> {
  return beginToolCall(store.db, { executionId, step: 1, ordinal, name: 'tool' });
}

function save(executionId: number, saved: Partial<SavedArtifact> & { name: string; text?: string }) {
  const { text = 'text', ...more } = saved;
  return saveArtifact(store.db, {
    executionId,
    step: 1,
    ordinal: 1,
    attempt: 1,
    mediaType: 'text/plain',
    tokens: 1,
    content: Buffer.from(text),
    ...more,
  });
}

function artifact(name: string, part: number) {
  return { part, name, mediaType: 'text/plain', content: Buffer.from('x'), tokens: 7 };
}

async function rows(executionId: number): Promise<string[]> {
  const found = await store.db
    .selectFrom('artifact')
    .select(['name', 'content'])
    .where('execution_id', '=', executionId)
    .orderBy('name')
    .execute();
  return found.map(({ name, content }) => `${name} ${content.toString()}`);
}
