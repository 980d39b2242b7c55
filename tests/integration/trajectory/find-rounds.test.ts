import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import type { Database } from '../../../store/database.js';
import { findRounds, findSession, findSessionRounds } from '../../../store/trajectory/find-rounds.js';
import {
  accept,
  answer,
  begin,
  FLOW,
  newConversation,
  rowId,
  useDatabase,
} from '../store/fixtures/store-harness.js';

const store = useDatabase();

describe('findRounds', () => {
  test('the newest, or one, of 3,000 rounds -> no more rows are read than requested', async () => {
    const conversation = newConversation();
    const first = await answer(store.db, conversation, 'one');
    const later = await answer(store.db, newConversation(), 'one');
    for (const workflowId of [first, later]) await copied(await rowId(store.db, workflowId));
    await sql`analyze execution`.execute(store.db);
    const { id: conversationId } = (await findSession(store.db, conversation.id))!;
    await store.db.transaction().execute(async (trx) => {
      const before = await rowsRead(trx);
      const newest = await findRounds(trx, { conversationId, last: 5, isEnded: true });
      expect(newest.map(({ round }) => round)).toEqual([3000, 2999, 2998, 2997, 2996]);
      const one = await findRounds(trx, { conversationId, round: 7, last: 50 });
      expect(one.map(({ round }) => round)).toEqual([7]);
      expect((await rowsRead(trx)) - before).toBeLessThanOrEqual(6);
    });
  });

  test('ended ones alone -> not the one that runs', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 'one');
    await accept(store.db, conversation, ['two']);
    await begin(store.db, conversation, 'two');
    const roundsOf = async (isEnded: boolean) =>
      (await findSessionRounds(store.db, { session: conversation.id, last: 9, isEnded })).map(
        ({ round }) => round,
      );
    expect(await roundsOf(true)).toEqual([1]);
    expect(await roundsOf(false)).toEqual([2, 1]);
  });

  test('after a message, outside a conversation -> its one round: there is no thread', async () => {
    const workflowId = `execution/${FLOW}/alone`;
    await beginExecution(store.db, { kind: 'plain', workflowId, flow: FLOW, user: 'ada', text: 'go' });
    const found = await findSessionRounds(store.db, { session: workflowId, last: 20, afterSeq: 0 });
    expect(found).toMatchObject([{ session: workflowId, round: 1, user: 'ada' }]);
    expect(await findSessionRounds(store.db, { session: workflowId, last: 20, round: 2 })).toEqual([]);
  });
});

async function copied(id: number): Promise<void> {
  await sql`insert into execution (workflow_id, conversation_id, flow_slug, flow_version, user_id, status, position,
      current_seq)
    select workflow_id || '/' || place, conversation_id, flow_slug, flow_version, user_id, status, place, current_seq
    from execution cross join generate_series(2, 3000) as place where id = ${id}`.execute(store.db);
}

async function rowsRead(trx: Database): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
    where relname = 'execution'`.execute(trx);
  return rows[0]!.read;
}
