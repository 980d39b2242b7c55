import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
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
    // On a slow machine the client gives up first; asking again has 30 seconds more.
    await conversation.submit(message).catch(() => undefined);
    const { text: answer } = await conversation.ask(message);
    expect(answer).toBe('Hello.');
    expect(await countFailedTries(conversation.workflowId)).toBe(0);
  });
});

/** Counts the failures of local Activities that the history of a Workflow recorded. */
async function countFailedTries(workflowId: string): Promise<number> {
  const { events } = await system.temporal.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter(
    ({ markerRecordedEventAttributes: marker }) =>
      marker?.markerName === 'core_local_activity' && marker.failure != null,
  ).length;
}
