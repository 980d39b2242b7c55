import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FaultPoint } from '../../activities/fault-points.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const passed: FaultPoint[] = [];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { onPoint: (point) => void passed.push(point) });
});
afterAll(() => system?.stop());

describe('a Postgres that needs seconds for a statement', () => {
  test('two statements of one transaction take 6 s each -> the message is stored in one try, and answered', async () => {
    await sql`create function be_slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(6); return new; end $$`.execute(system.db);
    for (const table of ['conversation', 'turn'])
      await sql`create trigger slow before insert on ${sql.table(table)} for each row
        execute function be_slow()`.execute(system.db);
    system.model.reply(text('Hello.'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const message = { text: 'Hello', turnId: 'slow' };
    await conversation.submit(message).catch(() => undefined);
    const { text: answer } = await conversation.ask(message);
    expect(answer).toBe('Hello.');
    expect(passed.slice(0, 2)).toEqual(['storeTurns.before', 'storeTurns.after']);
  });
});
