import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../client/connect.js';
import { startServers, type Servers } from '../../servers/index.js';
import { text } from '../../testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import { isLongRun } from '../setup/is-long-run.js';

const TURNS = isLongRun ? 50 : 24;
let folder: string;
let servers: Servers;
let system: TestSystem;

beforeAll(async () => {
  const environment = inject('environment');
  folder = await mkdtemp(join(tmpdir(), 'threadline-order-'));
  // Its own server: the dial that forces Continue-As-New is a server's.
  servers = await startServers({
    dataDir: folder,
    databaseUrl: environment.postgresUrl,
    persist: false,
    ui: false,
    dynamicConfig: { 'limit.historyCount.suggestContinueAsNew': 60 },
  });
  system = await startTestSystem(
    { ...environment, temporalAddress: servers.temporal.address, isSearchable: false },
    { model: { script: (request) => text(`re: ${request.text}`) } },
  );
});
afterAll(async () => {
  await system?.stop();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('order and idempotency', () => {
  test(
    `T4 T5 T7: ${TURNS} turns at once by three clients with duplicates, Continue-As-New every few turns -> each once, none lost`,
    { timeout: 180_000 },
    async () => {
      const user = system.newUser();
      const options = {
        temporal: { address: servers.temporal.address },
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
      await assertThread(user, TURNS);
      expect(await runsOf(user)).toBeGreaterThan(3);
      await Promise.all(clients.map((client) => client.close()));
    },
  );

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
      await assertThread(user, 30);
    },
  );

  test(
    `T8: ${TURNS} turns in three bursts by three clients with duplicates, the conversation closing for idleness in between -> each once, none lost`,
    { timeout: 180_000 },
    async () => {
      const user = system.newUser();
      const workflowId = `conversation/assistant/${user}`;
      const options = {
        temporal: { address: servers.temporal.address },
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
      await assertThread(user, TURNS);
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
              text(`re: ${request.text}`, request.text === 'message 0' ? { delayMs: 400 } : {}),
          },
        },
      );
      try {
        const user = quiet.newUser();
        const conversation = quiet.client.conversation({ flow: 'assistant', user });
        for (let index = 0; index < TURNS; index += 1)
          await conversation.submit({ text: `message ${index}`, turnId: `t${index}` });
        await quiet.temporal.workflow.getHandle(conversation.workflowId).terminate('test');
        // Any start takes them up: here one without a message of its own.
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
        // The one that ran is cancelled with its parent, as every child is; those in the queue are all answered.
        expect(['cancelled', 'completed']).toContain(turns[0]!.status);
        expect(new Set(turns.slice(1).map((turn) => turn.status))).toEqual(new Set(['completed']));
      } finally {
        await quiet.stop();
      }
    },
  );
});

/** Each turn once, its question before its answer, places without gaps, nothing left unfinished. */
async function assertThread(user: string, turns: number): Promise<void> {
  const rows = await system.db
    .selectFrom('thread_message as message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.seq', 'message.role', 'message.content', 'message.position'])
    .where('conversation.user_id', '=', user)
    .orderBy('message.seq')
    .execute();
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 2 * turns }, (_, index) => index + 1));
  expect(rows.map((row) => row.role)).toEqual(
    Array.from({ length: 2 * turns }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  );
  for (let index = 0; index < rows.length; index += 2) {
    expect(rows[index + 1]!.content).toBe(`re: ${rows[index]!.content}`);
  }
  expect(new Set(rows.map((row) => row.content)).size).toBe(2 * turns);
}

async function runsOf(user: string): Promise<number> {
  let runs = 0;
  for await (const _ of system.temporal.workflow.list({
    query: `WorkflowId = 'conversation/assistant/${user}'`,
  }))
    runs += 1;
  return runs;
}
