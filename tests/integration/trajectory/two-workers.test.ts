import { afterEach, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { openDatabase } from '../../../store/database.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { migrate } from '../../../store/migrate.js';
import { restoreRounds } from '../../../store/trajectory/restore-rounds.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { answer, MODEL, newConversation } from '../store/fixtures/store-harness.js';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('two workers that begin at once', () => {
  test('an empty database, the same rounds from both -> both make the tables, and each round is there once', async () => {
    const { postgresUrl } = inject('environment');
    const { url, drop } = await createTestDatabase({ postgresUrl, templateDatabase: 'template1' });
    cleanUps.push(drop);
    const workers = [openDatabase({ url }), openDatabase({ url })];
    for (const db of workers) cleanUps.push(() => db.destroy());
    await Promise.all(
      workers.map(async (db) => {
        await migrate(db);
        await registerFlows(db, [assistantFlow(MODEL)]);
      }),
    );
    const conversation = newConversation();
    for (const turn of ['one', 'two', 'three']) await answer(workers[0]!, conversation, turn);
    const [first, second] = await Promise.all(
      [0, 1, 0, 1].map((worker) => restoreRounds(workers[worker]!, { session: conversation.id, last: 9 })),
    );
    expect(first).toEqual({ ...second, warnings: [] });
    const labels = first!.rounds.flatMap(({ snapshot }) => snapshot.nodes.map(({ label }) => label));
    expect(labels).toHaveLength(6);
    expect(new Set(labels).size).toBe(6);
  });
});
