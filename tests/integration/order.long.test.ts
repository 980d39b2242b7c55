import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { assertOrderedThread } from './fixtures/assert-ordered-thread.js';
import { isLongRun } from '../setup/is-long-run.js';
import { startEarlyRollover, type EarlyRollover } from './fixtures/early-rollover.js';

const TURNS = isLongRun ? 50 : 24;
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
    'one client, one turn after another through many Continue-As-News -> in the order sent',
    { timeout: 180_000 },
    async () => {
      const user = system.newUser();
      const conversation = system.client.conversation({ flow: 'assistant', user });
      const receipts = [];
      for (let index = 0; index < 30; index += 1)
        receipts.push(await conversation.submit({ text: `message ${index}`, turnId: `t${index}` }));
      for await (const event of conversation.stream('t29')) if (event.type === 'done') break;
      const { messages } = await conversation.history({ limit: 100 });
      const questions = messages
        .filter((message) => message.role === 'user')
        .map((message) => message.text)
        .reverse();
      expect(questions).toEqual(Array.from({ length: 30 }, (_, index) => `message ${index}`));
      await assertOrderedThread(system.db, user, 30);
    },
  );

  test(
    `T8: ${TURNS} turns in three bursts by three clients with duplicates, the conversation closing for idleness in between -> each once, none lost`,
    { timeout: 180_000 },
    async () => {
      const user = system.newUser();
      const workflowId = `conversation/assistant/${user}`;
      const options = {
        temporal: { address: rollover.environment.temporalAddress },
        databaseUrl: system.databaseUrl,
        taskQueue: system.taskQueue,
      };
      const clients = await Promise.all([connect(options), connect(options), connect(options)]);
      const burst = Math.ceil(TURNS / 3);
      for (const first of [0, burst, 2 * burst]) {
        const last = Math.min(first + burst, TURNS) - 1;
        await system.temporal.workflow.start('conversation', {
          taskQueue: system.taskQueue,
          workflowId,
          args: [{ flow: 'assistant', user, idleTimeoutMs: 1_000 }],
        });
        const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
        const asks = indexes.flatMap((index) =>
          clients
            .filter((_, which) => which === index % 3 || index % 4 === 0)
            .map((client) =>
              client
                .conversation({ flow: 'assistant', user })
                .ask({ text: `message ${index}`, turnId: `t${index}` }),
            ),
        );
        await Promise.all(asks);
        await system.temporal.workflow.getHandle(workflowId).result();
      }
      await assertOrderedThread(system.db, user, TURNS);
      await Promise.all(clients.map((client) => client.close()));
    },
  );
});

describe('a conversation terminated with a full queue', () => {
  test(
    `${TURNS} accepted turns, terminated, started again -> none is lost, in order`,
    { timeout: 180_000 },
    async () => {
      const quiet = await startTestSystem(
        { ...inject('environment') },
        {
          model: {
            script: (request) =>
              text(`re: ${request.text}`, request.text === 'message 0' ? { delayMs: 60_000 } : {}),
          },
        },
      );
      try {
        const user = quiet.newUser();
        const conversation = quiet.client.conversation({ flow: 'assistant', user });
        for (let index = 0; index < TURNS; index += 1)
          await conversation.submit({ text: `message ${index}`, turnId: `t${index}` });
        await quiet.temporal.workflow.getHandle(conversation.workflowId).terminate('test');
        await quiet.temporal.workflow.start('conversation', {
          taskQueue: quiet.taskQueue,
          workflowId: conversation.workflowId,
          args: [{ flow: 'assistant', user }],
        });
        for await (const event of conversation.stream(`t${TURNS - 1}`)) if (event.type === 'done') break;
        const turns = await quiet.db
          .selectFrom('turn')
          .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
          .select(['turn.turn_id', 'turn.status'])
          .where('workflow_id', '=', conversation.workflowId)
          .orderBy('position')
          .execute();
        expect(turns.map((turn) => turn.turn_id)).toEqual(
          Array.from({ length: TURNS }, (_, index) => `t${index}`),
        );
        expect(turns[0]!.status).toBe('cancelled');
        expect(new Set(turns.slice(1).map((turn) => turn.status))).toEqual(new Set(['completed']));
      } finally {
        await quiet.stop();
      }
    },
  );
});
