import { describe, expect, test } from 'vitest';
import { createProgressReader } from '../../../client/stream/progress-reader.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { createChunkWriter } from '../../../store/calls/stream-chunks.js';
import {
  accept,
  begin,
  counting,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  useDatabase,
} from '../store/fixtures/store-harness.js';

const store = useDatabase();
const START = { step: 0, attempt: 0, offset: 0 };

describe('createProgressReader', () => {
  test('hundred readers of one answer and one of each other, in one moment -> one statement, each its own text', async () => {
    const answers = await Promise.all(['one', 'two', 'three'].map(answering));
    const { db, take } = counting(store.db);
    const reader = createProgressReader(db);
    const [first, ...others] = answers.map(({ workflowId }) => ({ ...START, workflowId }));
    const many = await Promise.all(Array.from({ length: 100 }, () => reader.read({ ...first! })));
    expect(new Set(many.map(toText))).toEqual(new Set(['one']));
    expect(take()).toBe(1);
    const behind = { ...first!, step: 1, attempt: 1, offset: 3 };
    const read = await Promise.all([behind, ...others].map((place) => reader.read(place)));
    expect(read.map(toText)).toEqual(['one', 'two', 'three']);
    expect(take()).toBe(1);
  });

  test('reads requested while a statement runs -> the next statement serves all of them, with the newest text', async () => {
    const { workflowId, append } = await answering('be');
    const { db, take } = counting(store.db);
    const reader = createProgressReader(db);
    const place = { ...START, workflowId };
    const early = reader.read(place);
    await new Promise((resolve) => setImmediate(resolve));
    expect(take()).toBe(1);
    const late = [1, 2, 3].map((attempt) => reader.read({ ...place, attempt }));
    await early;
    await append(2, 'gun');
    await Promise.all(late);
    expect(take()).toBe(1);
    expect(toText(await reader.read(place))).toBe('begun');
  });

  test('a reader that asks for something invalid, missing or of another user -> the others get their text', async () => {
    const { workflowId, user } = await answering('fine');
    const reader = createProgressReader(store.db);
    const [refused, missing, stranger, own] = await Promise.allSettled([
      reader.read({ ...START, workflowId: 'a\0b' }),
      reader.read({ ...START, workflowId: 'conversation/nobody/turn/1' }),
      reader.read({ ...START, workflowId, user: 'eve' }),
      reader.read({ ...START, workflowId, user }),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '22021' } });
    expect([missing, stranger]).toEqual([1, 2].map(() => ({ status: 'fulfilled', value: undefined })));
    expect(own.status === 'fulfilled' && toText(own.value)).toBe('fine');
  });

  test('250 positions at once -> three statements, which bounds the result of each', async () => {
    const { workflowId } = await answering('x');
    const { db, take } = counting(store.db);
    const reader = createProgressReader(db);
    const read = await Promise.all(
      Array.from({ length: 250 }, (_, workStep) => reader.read({ ...START, workflowId, workStep })),
    );
    expect(read.map(toText)).toEqual(Array.from({ length: 250 }, () => 'x'));
    expect(take()).toBe(3);
  });
});

type Progress = Awaited<ReturnType<ReturnType<typeof createProgressReader>['read']>>;

function toText(progress: Progress): string | undefined {
  return progress?.calls.flatMap(({ chunks }) => chunks.map((chunk) => chunk.text)).join('');
}

async function answering(text: string) {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  const executionId = await rowId(store.db, workflowId);
  const call = { executionId, step: 1 };
  await insertModelCall(store.db, { ...call, nodeId: 'agent', model: MODEL, manifest: MANIFEST });
  await claimModelCall(store.db, call);
  const append = (startOffset: number, piece: string) =>
    createChunkWriter(store.db)({ ...call, workflowId, attempt: 1, startOffset, text: piece });
  await append(0, text);
  return { workflowId, user: conversation.user, append };
}
