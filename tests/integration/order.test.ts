import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { assertOrderedThread } from './fixtures/assert-ordered-thread.js';
import { isLongRun } from '../setup/is-long-run.js';
import { startEarlyRollover, type EarlyRollover } from './fixtures/early-rollover.js';

const TURNS = isLongRun ? 50 : 16;
let rollover: EarlyRollover;
let system: TestSystem;

beforeAll(async () => {
  rollover = await startEarlyRollover(inject('environment'), { events: 60 });
  system = await startTestSystem(rollover.environment, {
    model: { script: (request) => text(`re: ${request.text}`) },
  });
});
afterAll(async () => {
  await system?.stop();
  await rollover?.stop();
});

describe('order and idempotency', () => {
  test(
    `T4 T5 T7: ${TURNS} turns at once by three clients with duplicates, Continue-As-New every few turns -> each once, none lost`,
    { timeout: 180_000 },
    async () => {
      const user = system.newUser();
      const options = {
        temporal: { address: rollover.environment.temporalAddress },
        databaseUrl: system.databaseUrl,
        taskQueue: system.taskQueue,
      };
      const clients = await Promise.all([connect(options), connect(options), connect(options)]);
      const sends = Array.from({ length: TURNS }, (_, index) => index).flatMap((index) =>
        clients
          .filter((_, which) => which === index % 3 || (index * 7 + which) % 5 === 0)
          .map((client) => ({ client, index })),
      );
      expect(sends.length).toBeGreaterThan(TURNS);
      const answers = await Promise.all(
        sends.map(async ({ client, index }) => {
          const conversation = client.conversation({ flow: 'assistant', user });
          return {
            index,
            text: (await conversation.ask({ text: `message ${index}`, turnId: `t${index}` })).text,
          };
        }),
      );
      for (const { index, text: given } of answers) expect(given).toBe(`re: message ${index}`);
      await assertOrderedThread(system.db, user, TURNS);
      expect(await runsOf(user)).toBeGreaterThan(2);
      await Promise.all(clients.map((client) => client.close()));
    },
  );

  test('a Signal is refused, then the run continues as new -> the reason is still shown', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    await conversation.ask('hello');
    await system.temporal.workflow.getHandle(conversation.workflowId).signal('postTurn', { text: ' ' });
    for (let turn = 0; (await runsOf(user)) === 1; turn += 1) await conversation.ask(`message ${turn}`);
    const refused = { count: 1, last: expect.stringContaining('empty') as string };
    await expect.poll(async () => (await conversation.status())?.refused).toEqual(refused);
  });
});

async function runsOf(user: string): Promise<number> {
  let runs = 0;
  for await (const _ of system.temporal.workflow.list({
    query: `WorkflowId = 'conversation/assistant/${user}'`,
  }))
    runs += 1;
  return runs;
}
