import { describe, expect, inject, test } from 'vitest';
import { countStatements } from '../../packages/lab/bench/count-statements.js';
import { madeUpProse } from '../../packages/lab/bench/turn/made-up-prose.js';
import { createPlayedChat } from '../../packages/lab/bench/turn/played-chat.js';
import { openDatabase } from '../../store/database.js';
import { createTestDatabase } from '../../packages/testing/test-environment.js';

const NAME = 'flat turns';
const TURNS = 310;
const CYCLE = 5;

describe('a turn with summaries, index and retrieval', () => {
  test('around turn 20 and around turn 300 -> the same statements', { timeout: 300_000 }, async () => {
    const database = await createTestDatabase(inject('environment'));
    const db = openDatabase({ url: database.url, maxConnections: 4, applicationName: NAME });
    const statements = countStatements();
    try {
      const play = await createPlayedChat(db, {
        question: (turn) => madeUpProse(200, 2 * turn),
        answer: (turn) => madeUpProse(200, 2 * turn + 1),
        summary: (turn) => `[Topic: Talk] ${madeUpProse(800, 9_000 + turn)}`,
      });
      const counts: number[] = [];
      for (let turn = 1; turn <= TURNS; turn += 1) {
        const before = statements.of(NAME);
        const { hasPassages, hasSummary } = await play('ada', turn);
        counts.push(statements.of(NAME) - before);
        if (turn > TURNS - CYCLE) expect([hasPassages, hasSummary]).toEqual([true, true]);
      }
      const around = (turn: number): number[] =>
        counts.slice(turn - 1, turn - 1 + 2 * CYCLE).sort((a, b) => a - b);
      expect(around(300)).toEqual(around(20));
    } finally {
      statements.stop();
      await db.destroy();
      await database.drop();
    }
  });
});
