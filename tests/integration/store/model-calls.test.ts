import { describe, expect, test } from 'vitest';
import {
  cancelModelCall,
  completeModelCall,
  recordModelFailure,
} from '../../../store/calls/end-model-call.js';
import { createChunkWriter } from '../../../store/calls/stream-chunks.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  begin,
  completed,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();
const HELLO = [{ type: 'text' as const, text: 'Hello' }];

describe('insertModelCall', () => {
  test('planned again -> the first plan stays', async () => {
    const call = await planned();
    const again = { ...MANIFEST, tokens: 99 };
    await insertModelCall(store.db, { ...call, nodeId: 'other', model: MODEL, manifest: again });
    expect(await claimModelCall(store.db, call)).toEqual({
      nodeId: 'agent',
      iteration: '',
      model: MODEL,
      manifest: MANIFEST,
      purpose: 'answer',
      attempt: 1,
      failures: 0,
      outage: null,
    });
  });
});

describe('claimModelCall', () => {
  test('claimed repeatedly -> the next attempt each time, also at once', async () => {
    const call = await planned();
    const claims = await Promise.all([1, 2, 3].map(() => claimModelCall(store.db, call)));
    expect(claims.map((claim) => claim?.attempt).sort()).toEqual([1, 2, 3]);
  });

  test('the next attempt -> the chunks of the previous one are deleted', async () => {
    const call = await planned();
    await claimModelCall(store.db, call);
    await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text: 'Hel' });
    await claimModelCall(store.db, call);
    expect(await chunksOf(call)).toEqual([]);
  });

  test.each(['completed', 'failed', 'cancelled'])(
    'a call that %s, or was never planned -> cannot be claimed',
    async (ending) => {
      const call = await planned();
      expect(await claimModelCall(store.db, { ...call, step: 2 })).toBeUndefined();
      await claimModelCall(store.db, call);
      if (ending === 'completed') await completeModelCall(store.db, completed({ ...call, content: HELLO }));
      if (ending === 'failed')
        await recordModelFailure(store.db, {
          ...call,
          attempt: 1,
          type: 'Model.InvalidRequest',
          message: 'no',
          isFinal: true,
        });
      if (ending === 'cancelled')
        await cancelModelCall(store.db, { ...call, attempt: 1, content: [], tokenCount: 0 });
      expect((await findModelCall(store.db, call))?.status).toBe(ending);
      expect(await claimModelCall(store.db, call)).toBeUndefined();
    },
  );
});

describe('completeModelCall', () => {
  test('the current attempt -> message, usage and cost are stored, chunks are deleted', async () => {
    const call = await planned();
    await claimModelCall(store.db, call);
    await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text: 'Hel' });
    expect(await completeModelCall(store.db, completed({ ...call, content: HELLO }))).toBe(true);
    expect(await findModelCall(store.db, call)).toEqual({
      nodeId: 'agent',
      model: 'offline:demo',
      iteration: '',
      status: 'completed',
      errorType: null,
      errorMessage: null,
      finishReason: 'stop',
      outputTokens: 5,
      content: HELLO,
    });
    expect(await chunksOf(call)).toEqual([]);
    expect(await callRow(call)).toMatchObject({
      input_tokens: 10,
      cached_input_tokens: 2,
      output_tokens: 5,
      reasoning_tokens: 1,
      cost: '0.000012000000',
      first_token_ms: 7,
      finished_at: expect.any(Date) as Date,
    });
  });

  test('T16: the same attempt again -> rejected, and nothing changes', async () => {
    const call = await planned();
    await claimModelCall(store.db, call);
    await completeModelCall(store.db, completed({ ...call, content: HELLO }));
    const before = await callRow(call);
    const again = { ...completed({ ...call, content: [{ type: 'text', text: 'Other' }] }), cost: '9' };
    expect(await completeModelCall(store.db, again)).toBe(false);
    expect(await callRow(call)).toEqual(before);
    expect((await findModelCall(store.db, call))?.content).toEqual(HELLO);
  });

  test('an older attempt -> refused, nothing is written', async () => {
    const call = await planned();
    for (let attempt = 1; attempt <= 2; attempt += 1) await claimModelCall(store.db, call);
    await createChunkWriter(store.db)({ ...call, attempt: 2, startOffset: 0, text: 'new' });
    const before = await callRow(call);
    expect(await completeModelCall(store.db, completed({ ...call, content: HELLO }))).toBe(false);
    expect(await callRow(call)).toEqual(before);
    expect(await findModelCall(store.db, call)).toMatchObject({ status: 'running', content: null });
    expect(await chunksOf(call)).toEqual([{ attempt: 2, content: 'new' }]);
  });

  test('two attempts at once -> only the current one', async () => {
    const call = await planned();
    for (let attempt = 1; attempt <= 2; attempt += 1) await claimModelCall(store.db, call);
    const stored = await Promise.all(
      [1, 2, 2].map((attempt) =>
        completeModelCall(store.db, { ...completed({ ...call, content: HELLO }), attempt }),
      ),
    );
    expect([stored[0], stored.filter(Boolean).length]).toEqual([false, 1]);
  });
});

describe('appendChunk', () => {
  test('text of the current attempt -> stored with its offset', async () => {
    const call = await planned();
    await claimModelCall(store.db, call);
    expect(await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text: 'Hel' })).toBe(
      true,
    );
    expect(await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 3, text: 'lo 😀' })).toBe(
      true,
    );
    expect((await chunksOf(call)).map((chunk) => chunk.content)).toEqual(['Hel', 'lo 😀']);
  });

  test('text of an older attempt -> refused', async () => {
    const call = await planned();
    for (let attempt = 1; attempt <= 2; attempt += 1) await claimModelCall(store.db, call);
    expect(await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text: 'old' })).toBe(
      false,
    );
    expect(await chunksOf(call)).toEqual([]);
  });

  test('text after the call has ended, or before it was claimed -> refused', async () => {
    const call = await planned();
    expect(await createChunkWriter(store.db)({ ...call, attempt: 0, startOffset: 0, text: 'early' })).toBe(
      false,
    );
    await claimModelCall(store.db, call);
    await completeModelCall(store.db, completed({ ...call, content: HELLO }));
    expect(await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 5, text: 'late' })).toBe(
      false,
    );
    expect(await chunksOf(call)).toEqual([]);
  });
});

describe('cancelModelCall', () => {
  test('T11: the current attempt -> its text is kept as a partial message, chunks are deleted', async () => {
    const call = await planned();
    await claimModelCall(store.db, call);
    await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text: 'Hel' });
    await cancel(call, 1, HELLO);
    expect(await findModelCall(store.db, call)).toMatchObject({ status: 'cancelled', content: HELLO });
    expect(await messagesOf(call)).toEqual([{ is_partial: true, token_count: 1 }]);
    expect(await chunksOf(call)).toEqual([]);
  });

  test('no text yet -> no message', async () => {
    const call = await planned();
    await claimModelCall(store.db, call);
    await cancel(call, 1, []);
    expect(await messagesOf(call)).toEqual([]);
  });

  test('an older attempt, or a completed call -> nothing is written', async () => {
    const call = await planned();
    for (let attempt = 1; attempt <= 2; attempt += 1) await claimModelCall(store.db, call);
    await cancel(call, 1, HELLO);
    expect(await findModelCall(store.db, call)).toMatchObject({ status: 'running', content: null });
    await completeModelCall(store.db, { ...completed({ ...call, content: HELLO }), attempt: 2 });
    await cancel(call, 2, [{ type: 'text', text: 'Other' }]);
    expect(await findModelCall(store.db, call)).toMatchObject({ status: 'completed', content: HELLO });
  });

  function cancel(call: Call, attempt: number, content: typeof HELLO) {
    return cancelModelCall(store.db, { ...call, attempt, content, tokenCount: 1 });
  }
});

describe('recordModelFailure', () => {
  test('failures of the model -> counted; worker restarts are not; the last one is final', async () => {
    const call = await planned();
    const failure = { ...call, type: 'Model.Unavailable', message: 'away' };
    await claimModelCall(store.db, call);
    await recordModelFailure(store.db, { ...failure, attempt: 1, isFinal: false });
    expect(await claimModelCall(store.db, call)).toMatchObject({ attempt: 2, failures: 1 });
    expect(await claimModelCall(store.db, call)).toMatchObject({ attempt: 3, failures: 1 });
    await recordModelFailure(store.db, { ...failure, attempt: 2, isFinal: true });
    expect(await findModelCall(store.db, call)).toMatchObject({ status: 'running' });
    await recordModelFailure(store.db, { ...failure, attempt: 3, isFinal: true });
    expect(await findModelCall(store.db, call)).toMatchObject({
      status: 'failed',
      errorType: 'Model.Unavailable',
      errorMessage: 'away',
    });
    expect(await callRow(call)).toMatchObject({ failures: 2, finished_at: expect.any(Date) as Date });
  });
});

type Call = Awaited<ReturnType<typeof planned>>;

async function planned() {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  const call = { executionId: await rowId(store.db, workflowId), step: 1, workflowId };
  await insertModelCall(store.db, { ...call, nodeId: 'agent', model: MODEL, manifest: MANIFEST });
  return call;
}

function callRow({ executionId, step }: Call) {
  return store.db
    .selectFrom('model_call')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where('step', '=', step)
    .executeTakeFirstOrThrow();
}

function chunksOf({ executionId }: Call) {
  return store.db
    .selectFrom('stream_chunk')
    .select(['attempt', 'content'])
    .where('execution_id', '=', executionId)
    .orderBy('start_offset')
    .execute();
}

function messagesOf({ executionId }: Call) {
  return store.db
    .selectFrom('trace_message')
    .select(['is_partial', 'token_count'])
    .where('execution_id', '=', executionId)
    .execute();
}
