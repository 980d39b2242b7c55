import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, approval, manual, reply, wait } from '../../../flow/kinds/node-kinds.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { reset } from '../fixtures/histories.js';

const HOUR = 3_600;
const flows = [
  defineFlow({
    slug: 'nap',
    name: 'Nap',
    nodes: { start: manual(), sleep: wait({ seconds: HOUR }), say: reply({ text: 'Awake' }) },
    edges: [
      ['start', 'sleep'],
      ['sleep', 'say'],
    ],
  }),
  defineFlow({
    slug: 'purchase',
    name: 'Purchase',
    nodes: {
      start: manual(),
      ask: approval({ prompt: 'Buy?', expiresSeconds: HOUR, onRefusal: 'continue' }),
      say: reply({ text: '{{ ask.outcome }}' }),
    },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
  defineFlow({
    slug: 'shop',
    name: 'Shop',
    nodes: {
      start: manual(),
      buyer: agent({ model: SCRIPTED_MODEL, system: 'You buy.', tools: ['charge'] }),
    },
    edges: [['start', 'buyer']],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows,
    tools: [
      defineTool({
        name: 'charge',
        description: 'Charges',
        input: z.object({}),
        approve: true,
        approvalSeconds: HOUR,
        execute: () => Promise.resolve('charged'),
      }),
    ],
  });
});
afterAll(() => system?.stop());

describe('an execution that is reset after its deadline', () => {
  test('a wait -> ends at once', async () => {
    const id = await start('nap');
    await pass(sql`update node_output set waits_until = now() where node_id = 'sleep'`);
    expect(await resultAfterReset(id)).toBe('Awake');
  });

  test('the question of a node -> expires at once', async () => {
    const id = await start('purchase');
    await pass(sql`update approval set expires_at = now() where node_id = 'ask'`);
    expect(await resultAfterReset(id)).toBe('expired');
  });

  test('the question of a tool -> expires at once', async () => {
    system.model.reply(toolCalls([{ name: 'charge', arguments: {} }]), text('Nobody answered.'));
    const id = await start('shop');
    await pass(sql`update approval set expires_at = now() where node_id = 'buyer'`);
    expect(await resultAfterReset(id)).toBe('Nobody answered.');
  });
});

async function start(flow: string): Promise<string> {
  const { executionId } = await system.client.executions.start({ flow, text: 'go', user: system.newUser() });
  const hasTimer = async () => {
    const { events } = await system.temporal.workflow.getHandle(executionId).fetchHistory();
    return events?.some(({ timerStartedEventAttributes: timer }) => timer != null);
  };
  await expect.poll(hasTimer, { timeout: 20_000 }).toBe(true);
  return executionId;
}

async function pass(statement: RawBuilder<unknown>): Promise<void> {
  const { numAffectedRows } = await statement.execute(system.db);
  expect(numAffectedRows).toBe(1n);
}

async function resultAfterReset(executionId: string): Promise<unknown> {
  await reset(system.temporal, executionId);
  const { executions } = system.client;
  await expect
    .poll(async () => (await executions.get(executionId)).finishedAt !== null, { timeout: 15_000 })
    .toBe(true);
  return (await executions.get(executionId)).answer;
}
