import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { madeUpProse } from '../../packages/lab/bench/turn/made-up-prose.js';
import { text, toolCalls, type ModelRequest } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const FIRST = 20;
const TURNS = 100;
const CHARACTERS = 200;
const MAX_BYTES = 7_700;

describe('storage of a turn with one tool', () => {
  test(
    `messages of ${CHARACTERS} characters -> at most ${MAX_BYTES} bytes a turn`,
    { timeout: 600_000 },
    async () => {
      let answers = 0;
      const script = ({ body, messages, n }: ModelRequest) => {
        if (!body['tools']) return text(madeUpProse(CHARACTERS, n));
        if (!messages.some(({ role }) => role === 'tool'))
          return toolCalls([{ name: 'calculate', arguments: { expression: `6*${n}` } }]);
        answers += 1;
        return text(madeUpProse(CHARACTERS, n));
      };
      const system = await startTestSystem(inject('environment'), { model: { script } });
      try {
        const chat = system.client.conversation({ flow: 'assistant', user: system.newUser() });
        const ask = async (turn: number) => {
          await chat.ask(madeUpProse(CHARACTERS, 10_000 + turn));
          if (turn % 10 === 0) await sql`vacuum`.execute(system.db);
        };
        for (let turn = 1; turn <= FIRST; turn += 1) await ask(turn);
        const start = await storedBytes(system);
        for (let turn = 1; turn <= TURNS; turn += 1) await ask(FIRST + turn);
        const end = await storedBytes(system);
        expect(answers).toBe(FIRST + TURNS);
        expect((end - start) / TURNS).toBeLessThanOrEqual(MAX_BYTES);
      } finally {
        await system.stop({ check: false });
      }
    },
  );
});

async function storedBytes({ db }: TestSystem): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return Number(rows[0]?.bytes);
}
