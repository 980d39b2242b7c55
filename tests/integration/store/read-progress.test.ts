import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { STREAM_START, type StreamCursor } from '../../../client/stream/stream-cursor.js';
import { eventsSince } from '../../../client/stream/turn-events.js';
import { completeModelCall } from '../../../store/calls/end-model-call.js';
import { createChunkWriter } from '../../../store/calls/stream-chunks.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { loadProgressRows } from '../../../store/execution/progress-rows.js';
import { readProgress } from '../../../store/execution/read-progress.js';
import { storeToolResult } from '../../../store/calls/stored-tool-calls.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  begin,
  completed,
  finish,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();
const CALL = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'look', input: {} };

describe('readProgress', () => {
  test('an execution that has not begun -> undefined', async () => {
    expect(await read('conversation/nobody/turn/1')).toBeUndefined();
  });

  test('a turn from its beginning to its end -> each read returns what is new, once', async () => {
    const { workflowId, executionId } = await running();
    const told: string[] = [];
    let cursor: StreamCursor = STREAM_START;
    const first = { executionId, step: 1, workflowId };

    await look();
    await claimModelCall(store.db, first);
    await createChunkWriter(store.db)({ ...first, attempt: 1, startOffset: 0, text: 'Le' });
    await look();
    await createChunkWriter(store.db)({ ...first, attempt: 1, startOffset: 2, text: 't me' });
    await look();
    await claimModelCall(store.db, first);
    await look();
    await createChunkWriter(store.db)({ ...first, attempt: 2, startOffset: 0, text: 'Looking 😀' });
    await look();
    const content = [{ type: 'text' as const, text: 'Looking 😀 now' }, CALL];
    await completeModelCall(store.db, { ...completed({ ...first, content }), attempt: 2 });
    await look();
    const output = { type: 'text' as const, value: 'seen' };
    const result = [{ type: 'tool-result' as const, toolCallId: 'c1', toolName: 'look', output }];
    await storeToolResult(store.db, {
      ...first,
      ordinal: 1,
      content: result,
      tokenCount: 1,
    });
    await plan(executionId, 2);
    await claimModelCall(store.db, { executionId, step: 2 });
    await createChunkWriter(store.db)({ ...first, step: 2, attempt: 1, startOffset: 0, text: 'Done' });
    await look();
    await look();
    expect(told).toEqual([
      'text-delta 1.1.2',
      'text-delta 1.1.6',
      'reset 1.2.0',
      'text-delta 1.2.10',
      'text-delta 1.2.14',
      'tool-call 1.2.14.1',
      'tool-result 1.2.14.2',
      'text-delta 2.1.4',
    ]);

    async function look(): Promise<void> {
      const progress = await read(workflowId, cursor);
      const next = eventsSince(cursor, progress!);
      told.push(...next.events.map((event) => `${event.type} ${event.id}`));
      cursor = next.cursor;
    }
  });

  test('a chunk that begins before the offset and reaches beyond it -> read', async () => {
    const { workflowId, executionId } = await running();
    const call = { executionId, step: 1, workflowId };
    await claimModelCall(store.db, call);
    const text = '😀'.repeat(50);
    await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text });
    for (const offset of [0, 2, 60, 98]) {
      const progress = await read(workflowId, { step: 1, attempt: 1, offset, reasoning: 0, tools: 0 });
      const { events } = eventsSince({ step: 1, attempt: 1, offset, reasoning: 0, tools: 0 }, progress!);
      expect(events).toMatchObject([{ type: 'text-delta', text: text.slice(offset) }]);
    }
  });

  test('a reader that is far ahead -> earlier steps and chunks are not read again', async () => {
    const { workflowId, executionId } = await running();
    const call = { executionId, step: 1, workflowId };
    await claimModelCall(store.db, call);
    await completeModelCall(store.db, completed({ ...call, content: [{ type: 'text', text: 'One' }] }));
    await plan(executionId, 2);
    await claimModelCall(store.db, { executionId, step: 2 });
    for (let chunk = 0; chunk < 10; chunk += 1)
      await createChunkWriter(store.db)({
        ...call,
        step: 2,
        attempt: 1,
        startOffset: chunk * 10,
        text: 'x'.repeat(10),
        reasoningOffset: chunk * 10,
        reasoning: 'y'.repeat(10),
      });
    const progress = await read(workflowId, { step: 2, attempt: 1, offset: 95, reasoning: 95, tools: 0 });
    expect(progress?.calls.map((entry) => entry.step)).toEqual([2]);
    expect(progress?.calls[0]?.chunks.map((chunk) => chunk.startOffset)).toEqual([80, 90]);
  });

  test('a step of a loop with many runs, beyond 32 bits -> read like any other', async () => {
    const { workflowId, executionId } = await running();
    const call = { executionId, step: 2_200_000_001, workflowId };
    await plan(executionId, call.step);
    await claimModelCall(store.db, call);
    await createChunkWriter(store.db)({ ...call, attempt: 1, startOffset: 0, text: 'Late' });
    const cursor = { ...STREAM_START, step: call.step };
    const { events } = eventsSince(cursor, (await readAt({ workflowId, ...cursor, workStep: call.step }))!);
    expect(events).toMatchObject([{ type: 'text-delta', id: '2200000001.1.4', text: 'Late' }]);
  });

  test('a loop of many hidden calls, read to its newest item -> no earlier item is read again', async () => {
    const { workflowId, executionId } = await running();
    const items = 100;
    await sql`insert into node_output (execution_id, node_id, iteration, run, kind, status, finished_at)
      select ${executionId}::bigint, 'look', item::text, item, 'agent', 'success', now()
      from generate_series(1, ${items}::integer) item`.execute(store.db);
    await sql`insert into model_call (execution_id, step, node_id, iteration, status, model, is_shown, finished_at)
      select ${executionId}::bigint, item * 10000 + 1, 'look', item::text, 'completed', ${MODEL}, false, now()
      from generate_series(1, ${items}::integer) item`.execute(store.db);
    await sql`delete from model_call where execution_id = ${executionId} and step = 1`.execute(store.db);
    const place = { workflowId, ...STREAM_START, workStep: (items - 1) * 10_000 + 1 };
    const [row] = await loadProgressRows(store.db, [place]);
    expect(row?.calls.map(({ step }) => step)).toEqual([990_001, 1_000_001]);
    expect(row?.runs).toEqual([{ run: items - 1, hasEnded: true }]);
    expect((await readAt(place))?.hiddenCalls.map(({ step }) => step)).toEqual([990_001, 1_000_001]);
  });

  test('an execution that ended -> its status and the reason', async () => {
    const { workflowId } = await running();
    await finish(store.db, workflowId, 'failed', { errorType: 'Model.Unavailable', errorMessage: 'away' });
    expect(await read(workflowId)).toMatchObject({
      status: 'failed',
      errorType: 'Model.Unavailable',
      errorMessage: 'away',
      calls: [{ step: 1, message: null, chunks: [] }],
    });
  });

  function read(workflowId: string, cursor: StreamCursor = STREAM_START) {
    return readAt({ workflowId, ...cursor });
  }
});

async function readAt(place: Parameters<typeof readProgress>[1][number]) {
  const [progress] = await readProgress(store.db, [place]);
  return progress;
}

async function running() {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  const executionId = await rowId(store.db, workflowId);
  await plan(executionId, 1);
  return { workflowId, executionId };
}

function plan(executionId: number, step: number): Promise<boolean> {
  return insertModelCall(store.db, { executionId, step, nodeId: 'agent', model: MODEL, manifest: MANIFEST });
}
