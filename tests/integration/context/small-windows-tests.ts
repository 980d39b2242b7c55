import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../../store/database.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import {
  allowedSummaries,
  playWindowChat,
  windowTable,
  type Style,
  type WindowCounts,
} from './fixtures/window-chat.js';

const TURNS = 60;

export function testSmallWindows(cells: readonly { window: number; style: Style }[]): void {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  const all: WindowCounts[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(inject('environment'));
    db = openDatabase({ url: database.url, maxConnections: 6 });
  });
  afterAll(async () => {
    all.sort((one, other) => one.window - other.window || one.style.localeCompare(other.style));
    console.log(`${TURNS} turns\n${windowTable(all)}`);
    await db?.destroy();
    await database?.drop();
  });

  describe(`a chat of ${TURNS} turns on a small window`, () => {
    test.concurrent.each(cells)(
      '$window tokens, $style messages -> the previous exchange and an old fact are sent, with few calls besides',
      { timeout: 300_000 },
      async ({ window, style }) => {
        const counts = await playWindowChat(db, { window, style, turns: TURNS });
        all.push(counts);
        expect(counts.verbatim).toBe(counts.fitting);
        expect(counts.compactions).toBeLessThanOrEqual(TURNS / 10);
        expect(counts.summarizerCalls).toBeLessThanOrEqual(allowedSummaries(counts));
        expect(counts.unnamed).toBe(0);
        expect(counts.knowsFact).toBe(true);
      },
    );
  });
}
