import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { recordModelFailure } from '../../../store/calls/end-model-call.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { createChunkWriter } from '../../../store/calls/stream-chunks.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  begin,
  counting,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('createChunkWriter', () => {
  test('chunks of several answers in one moment -> one statement, with a result for each', async () => {
    const [running, taken, other] = await Promise.all([1, 2, 3].map(answering));
    await claimModelCall(store.db, taken!);
    const { db, take } = counting(store.db);
    const append = createChunkWriter(db);
    const write = (call: Call, text: string) => append({ ...call, attempt: 1, startOffset: 0, text });
    expect(await Promise.all([write(running!, 'a'), write(taken!, 'b'), write(other!, 'c')])).toEqual([
      true,
      false,
      true,
    ]);
    expect(take()).toBe(1);
    expect(await Promise.all([running!, taken!, other!].map(textOf))).toEqual([['a'], [], ['c']]);
  });

  test('Postgres rejects one of them -> the others are written', async () => {
    const [bad, good] = await Promise.all([1, 2].map(answering));
    const append = createChunkWriter(store.db);
    const [first, second] = await Promise.allSettled([
      append({ ...bad!, attempt: 1, startOffset: 0, text: 'a\0b' }),
      append({ ...good!, attempt: 1, startOffset: 0, text: 'fine' }),
    ]);
    expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: true }]);
    expect(await textOf(good!)).toEqual(['fine']);
  });

  test('the connection breaks before Postgres responds -> written once, on another connection', async () => {
    const call = await answering();
    const { writing } = await store.db.transaction().execute(async (trx) => {
      await sql`select from model_call where execution_id = ${call.executionId} for update`.execute(trx);
      const append = createChunkWriter(store.db);
      const cut = { writing: append({ ...call, attempt: 1, startOffset: 0, text: 'once' }) };
      await expect.poll(cutWaiting).toBe(1);
      return cut;
    });
    expect(await writing).toBe(true);
    expect(await textOf(call)).toEqual(['once']);
  });

  test("the final failure of a replaced attempt -> its successor's chunks stay", async () => {
    const call = await answering();
    await claimModelCall(store.db, call);
    await createChunkWriter(store.db)({ ...call, attempt: 2, startOffset: 0, text: 'the beginning' });
    const failure = { type: 'Model.InvalidRequest', message: 'no', isFinal: true };
    expect(await recordModelFailure(store.db, { ...call, ...failure, attempt: 1 })).toBe(false);
    expect(await textOf(call)).toEqual(['the beginning']);
    expect(await recordModelFailure(store.db, { ...call, ...failure, attempt: 2 })).toBe(true);
    expect(await textOf(call)).toEqual([]);
  });

  test('inside a transaction -> its commit does not wait for the disk, the next one does', async () => {
    const call = await answering();
    const read = async (db: typeof store.db) => {
      const { rows } = await sql<{ value: string }>`
        select current_setting('synchronous_commit') as value`.execute(db);
      return rows[0]?.value;
    };
    await store.db.connection().execute(async (connection) => {
      await sql`set synchronous_commit = on`.execute(connection);
      await connection.transaction().execute(async (trx) => {
        await createChunkWriter(trx)({ ...call, attempt: 1, startOffset: 0, text: 'x' });
        expect(await read(trx)).toBe('off');
      });
      expect(await read(connection)).toBe('on');
    });
  });
});

type Call = Awaited<ReturnType<typeof answering>>;

async function answering() {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  const call = { executionId: await rowId(store.db, workflowId), step: 1 };
  await insertModelCall(store.db, { ...call, nodeId: 'agent', model: MODEL, manifest: MANIFEST });
  await claimModelCall(store.db, call);
  return { ...call, workflowId };
}

async function textOf({ executionId }: Call): Promise<string[]> {
  const rows = await store.db
    .selectFrom('stream_chunk')
    .select('content')
    .where('execution_id', '=', executionId)
    .execute();
  return rows.map(({ content }) => content);
}

async function cutWaiting(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into stream_chunk%'`.execute(
    store.db,
  );
  return rows.length;
}
