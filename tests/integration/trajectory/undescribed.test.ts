import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseTransaction } from '../../../store/database.js';
import { describeFromEarlier, findUndescribedFlows } from '../../../store/trajectory/undescribed.js';
import { FLOW, useDatabase } from '../store/fixtures/store-harness.js';

const store = useDatabase();
const TURNS = 3_000;
const NEWEST = 20;

let conversationId: number;

beforeAll(async () => {
  const { rows } = await sql<{ id: number }>`
    with talk as (
      insert into conversation (workflow_id, flow_slug, user_id)
      select 'talk-' || number, ${FLOW}, 'ada' from generate_series(1, 2) number returning id
    ), work as (
      insert into execution (workflow_id, conversation_id, flow_slug, flow_version, status, position)
      select 'work-' || talk.id || '-' || place, talk.id, ${FLOW}, 1, 'completed', place
      from talk, generate_series(1, ${TURNS}::int) place order by talk.id, place
    )
    select id from talk order by id`.execute(store.db);
  conversationId = rows[0]!.id;
  await sql`analyze execution`.execute(store.db);
});

describe('findUndescribedFlows', () => {
  test('a conversation of 3,000 turns -> its newest ones are read', async () => {
    const read = await inTransaction(async (trx) => {
      await touch(trx, { position: TURNS, name: 'sales' });
      await touch(trx, { position: TURNS - NEWEST, name: 'too old' });
      await sql`set local enable_seqscan = off`.execute(trx);
      const before = await executionsRead(trx);
      expect(await findUndescribedFlows(trx, { conversationId, turns: NEWEST })).toEqual([
        { slug: FLOW, version: 1 },
      ]);
      return (await executionsRead(trx)) - before;
    });
    expect(read).toBeLessThan(10 * NEWEST);
  });
});

describe('describeFromEarlier', () => {
  const scope = () => ({ conversationId, turns: NEWEST });

  test.each([
    ['of the newest 200 turns', TURNS - 199, 1],
    ['of older ones', TURNS - 200, 0],
  ])('a description %s -> nodes that got it', async (_which, position, described) => {
    const made = await inTransaction(async (trx) => {
      await touch(trx, { position, name: 'sales', description: 'Sales by month.' });
      await touch(trx, { position: TURNS, name: 'sales' });
      return describeFromEarlier(trx, scope());
    });
    expect(made).toBe(described);
  });

  test.each([
    ['an attachment', { source: 'attachment' }],
    ['a passage', { knowledgeType: 'passage', content: { message: 3 } }],
  ])('%s of the same name -> its description is not copied', async (_what, attributes) => {
    const made = await inTransaction(async (trx) => {
      await touch(trx, {
        position: TURNS - 1,
        name: 'a',
        description: 'Attached to the question',
        attributes,
      });
      await touch(trx, { position: TURNS, name: 'a' });
      return describeFromEarlier(trx, scope());
    });
    expect(made).toBe(0);
  });
});

async function inTransaction<Result>(work: (trx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  const trx = await store.db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

async function touch(
  trx: DatabaseTransaction,
  thing: { position: number; name: string; description?: string; attributes?: object },
): Promise<void> {
  const { position, name, description = null, attributes = null } = thing;
  await sql`
    insert into trajectory_node (execution_id, step, ordinal, type, name, description, attributes)
    select id, 1, -1, 'Table', ${name}, ${description}, ${attributes && JSON.stringify(attributes)}::jsonb from execution
    where conversation_id = ${conversationId} and position = ${position}`.execute(trx);
}

async function executionsRead(trx: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
    from pg_stat_xact_user_tables where relname = 'execution'`.execute(trx);
  return rows[0]?.read ?? 0;
}
