import { afterEach, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { openDatabase } from '../../../store/database.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { migrate } from '../../../store/migrate.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { restoreRounds } from '../../../store/trajectory/restore-rounds.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { loadRun } from '../../../store/trajectory/load-run.js';
import { recordRun, writeRun } from '../../../store/trajectory/record-run.js';
import { recordSteps } from '../../../trajectory/recorded/record-steps.js';
import {
  accept,
  answer,
  begin,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  say,
  useDatabase,
} from '../store/fixtures/store-harness.js';

const store = useDatabase();

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('two workers that begin at once', () => {
  test('an empty database, the same rounds from both -> both create the tables, and each round is stored once', async () => {
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

describe('recordRun', () => {
  test('a worker stops between loading and writing a run -> another records it; the late write has no effect', async () => {
    const { db } = store;
    const conversation = newConversation();
    await accept(db, conversation, ['one']);
    await begin(db, conversation, 'one');
    const workflowId = turnWorkflowId(conversation.id, 'one');
    const sent = [...MANIFEST.sent, { from: 'passages' as const, passages: [1], tokens: 1 }];
    await say(db, workflowId, { manifest: { ...MANIFEST, sent } });
    const executionId = await rowId(db, workflowId);
    const run = { executionId, base: 0 };
    const stopped = (await loadRun(db, run))!;
    await recordRun(db, run);
    const recorded = await restoreRounds(db, { session: conversation.id, last: 1 });
    expect(await writeRun(db, { executionId, run: stopped, growth: recordSteps(stopped)! })).toBe(false);
    await recordRun(db, run);
    expect(await restoreRounds(db, { session: conversation.id, last: 1 })).toEqual(recorded);
    const [{ snapshot }] = recorded.rounds as [(typeof recorded.rounds)[number]];
    expect(snapshot.nodes.map(({ id, attributes: { name, content } }) => [id, name, content])).toEqual([
      ['Query(query00000)', undefined, undefined],
      ['Knowledge(knowledge00000)', 'passage of message 1', 'text of one'],
      ['State(state00000)', undefined, 'Hello'],
    ]);
    expect(snapshot.edges).toHaveLength(2);
  });
});
