import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createOfflineModel } from '../../../models/offline/offline-model.js';
import { openDatabase, type Database } from '../../../store/database.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { DEFAULT_TOOLS } from '../../../extend/tools/default-tools.js';
import { createPlayer } from '../memory/fixtures.js';
import { registerAssistant } from './fixtures/window-chat.js';
import { testSmallWindows } from './small-windows-tests.js';

testSmallWindows([{ window: 2_048, style: 'short' }]);

describe('the offline model on a small window', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase(inject('environment'));
    db = openDatabase({ url: database.url, maxConnections: 6 });
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  test.each([2_048, 4_096])('%i tokens -> each of its summaries is adopted', async (window) => {
    const resolve = () => createOfflineModel();
    const start = createPlayer({ db, resolve, tools: DEFAULT_TOOLS });
    const chat = start(await registerAssistant(db, window));
    for (let turn = 1; turn <= 12; turn += 1) {
      const { hasUpkeep } = await chat.turn(describeRooms(turn));
      if (hasUpkeep) await chat.upkeep();
    }
    const attempts = await db
      .selectFrom('summary')
      .innerJoin('conversation', 'conversation.id', 'conversation_id')
      .select(['way', 'summary.status', 'reason'])
      .where('workflow_id', '=', chat.workflowId)
      .execute();
    expect(attempts.length).toBeGreaterThanOrEqual(3);
    expect(attempts.filter(({ status }) => status !== 'adopted')).toEqual([]);
  });
});

function describeRooms(turn: number): string {
  return Array.from(
    { length: 12 },
    (_, room) => `Room ${turn}-${room} is green and has ${turn * 12 + room} chairs.`,
  ).join(' ');
}
