import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forgetUser } from '../../../store/users/forget-user.js';
import { restoreRounds } from '../../../store/trajectory/restore-rounds.js';
import { answer, newConversation, useDatabase } from '../store/fixtures/store-harness.js';

const store = useDatabase();
const TABLES = ['trajectory_node', 'trajectory_edge', 'trajectory_agent', 'portrait'];

describe('forgetUser', () => {
  test("a user with trajectories -> all are deleted, another user's are kept", async () => {
    const [gone, stays] = [newConversation(), newConversation()];
    for (const conversation of [gone, stays]) {
      await answer(store.db, conversation, 'one');
      await restoreRounds(store.db, { session: conversation.id, last: 1 });
      await sql`insert into portrait (conversation_id, ordinal, position, status, model)
        select id, 1, 1, 'adopted', 'offline:demo' from conversation where workflow_id = ${conversation.id}`.execute(
        store.db,
      );
    }
    expect(await counts()).toEqual([4, 2, 2, 2]);
    await forgetUser(store.db, gone.user, { actor: 'test', via: 'client' });
    expect(await counts()).toEqual([2, 1, 1, 1]);
    const input = { session: gone.id, last: 1 };
    expect(await restoreRounds(store.db, input)).toEqual({ rounds: [], isKnown: false, warnings: [] });
    expect((await restoreRounds(store.db, { session: stays.id, last: 1 })).rounds).toHaveLength(1);
  });
});

async function counts(): Promise<number[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::integer as count from ${sql.table(table)}`.execute(store.db);
      return rows[0]!.count;
    }),
  );
}
