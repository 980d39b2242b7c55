import { Connection, type ConnectionOptions } from '@temporalio/client';
import { InternalConnectionOptionsSymbol } from '@temporalio/client/lib/connection.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply, wait } from '../../../flow/kinds/node-kinds.js';
import { startTimeSkippingServer, type TimeSkippingServer } from '../../../servers/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const DAY_SECONDS = 86_400;
const flows = [
  defineFlow({
    slug: 'purchase',
    name: 'Purchase',
    nodes: {
      start: manual(),
      ask: approval({ prompt: 'Buy?', expiresSeconds: DAY_SECONDS }),
      say: reply({ text: 'Bought' }),
    },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
  defineFlow({
    slug: 'patience',
    name: 'Patience',
    nodes: {
      start: manual(),
      sleep: wait({ seconds: '{{ trigger.data.days * 86400 }}' }),
      say: reply({ text: 'Waited {{ sleep.waited_seconds }} seconds' }),
    },
    edges: [
      ['start', 'sleep'],
      ['sleep', 'say'],
    ],
  }),
];

let server: TimeSkippingServer;
let connection: Connection;
let system: TestSystem;
beforeAll(async () => {
  server = await startTimeSkippingServer();
  connection = await Connection.connect(withTestService(server.address));
  await connection.testService!.lockTimeSkipping({});
  const environment = inject('environment');
  system = await startTestSystem(
    { ...environment, temporalAddress: server.address, searchAttributes: [] },
    { flows },
  );
});
afterAll(async () => {
  await system?.stop();
  await connection?.close();
  await server?.stop();
});

describe('an approval that expires in 24 hours', () => {
  test('P101: no answer -> expired, the execution is canceled', async () => {
    const { executionId } = await system.client.executions.start({
      flow: 'purchase',
      text: 'go',
      user: system.newUser(),
    });
    await hasStatus(executionId, 'interrupted');
    await skip(DAY_SECONDS - 60);
    expect((await system.client.executions.get(executionId)).status).toBe('interrupted');
    await skip(120);
    await hasStatus(executionId, 'cancelled');
    expect((await system.client.executions.get(executionId)).errorType).toBe('Approval.Expired');
  });

  test('answered after 23 hours -> confirmed', async () => {
    const { executionId, result } = await system.client.executions.start({
      flow: 'purchase',
      text: 'go',
      user: system.newUser(),
    });
    await hasStatus(executionId, 'interrupted');
    await skip(23 * 3_600);
    await system.temporal.workflow
      .getHandle(executionId)
      .executeUpdate('answer', { args: [{ answer: 'yes' }] });
    expect(await result()).toBe('Bought');
  });

  test('a wait of three days -> continues when they have passed', async () => {
    const { executionId, result } = await system.client.executions.start({
      flow: 'patience',
      text: 'go',
      data: { days: 3 },
      user: system.newUser(),
    });
    const hasTimer = async () => {
      const { events } = await system.temporal.workflow.getHandle(executionId).fetchHistory();
      return events?.some(({ timerStartedEventAttributes: timer }) => timer != null);
    };
    await expect.poll(hasTimer).toBe(true);
    await skip(3 * DAY_SECONDS + 1);
    expect(await result()).toBe('Waited 259200 seconds');
  });
});

async function skip(seconds: number): Promise<void> {
  await connection.testService!.unlockTimeSkippingWithSleep({ duration: { seconds: seconds as never } });
}

async function hasStatus(executionId: string, status: string): Promise<void> {
  await expect.poll(async () => (await system.client.executions.get(executionId)).status).toBe(status);
}

function withTestService(address: string): ConnectionOptions {
  const options = { address, [InternalConnectionOptionsSymbol]: { supportsTestService: true } };
  return options;
}
