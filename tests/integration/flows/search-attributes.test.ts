import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_TOOLS } from '../../../extend/tools/default-tools.js';
import { definePageTool, defineTool } from '../../../extend/tools/define-tool.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { approval, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../../index.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { eventTypes } from '../../../packages/testing/history-summary.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
beforeAll(async () => {
  const below = defineFlow({
    slug: 'below',
    name: 'Below',
    nodes: { start: manual(), say: reply({ text: 'done' }) },
    edges: [['start', 'say']],
  });
  const above = defineFlow({
    slug: 'above',
    name: 'Above',
    nodes: { start: manual(), child: subflow({ flow: 'below' }), say: reply({ text: 'done' }) },
    edges: [
      ['start', 'child'],
      ['child', 'say'],
    ],
  });
  const asks = defineFlow({
    slug: 'asks',
    name: 'Asks',
    nodes: { start: manual(), ask: approval({ prompt: 'Go on?' }) },
    edges: [['start', 'ask']],
  });
  system = await startTestSystem(inject('environment'), {
    flows: [
      assistantFlow(SCRIPTED_MODEL),
      above,
      below,
      asks,
      agentFlow({ slug: 'buyer', tools: ['pay'] }),
      agentFlow({ slug: 'measurer', tools: ['measure'] }),
    ],
    tools: [
      ...DEFAULT_TOOLS,
      defineTool({
        name: 'pay',
        description: 'Pays',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => Promise.resolve({ paid: amount }),
      }),
      definePageTool({ name: 'measure', description: 'Measures the page', input: z.object({}) }),
    ],
  });
});
afterAll(() => system?.stop());

describe('the list of Workflows', () => {
  test('an execution outside a conversation and the one below it -> found by flow, user and root', async () => {
    const user = system.newUser();
    const run = await system.client.executions.start({ flow: 'above', text: 'Go', user });
    await run.result();
    await untilListed(`UserId = '${user}' and FlowSlug = 'above'`, [run.executionId]);
    await untilListed(`RootExecutionId = '${run.executionId}'`, [
      run.executionId,
      `${run.executionId}/child/1`,
    ]);
  });

  test('an execution without a user -> found by its flow', async () => {
    const run = await system.client.executions.start({ flow: 'below', text: 'Go' });
    await run.result();
    const { typedSearchAttributes } = await system.temporal.workflow.getHandle(run.executionId).describe();
    expect(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])).toEqual(
      expect.arrayContaining([
        ['FlowSlug', 'below'],
        ['RootExecutionId', run.executionId],
      ]),
    );
  });

  test('a turn -> found with its conversation by the user', async () => {
    const user = system.newUser();
    system.model.reply(text('Hello.'));
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const { executionId } = await conversation.ask('Hello?');
    await untilListed(`UserId = '${user}' and FlowSlug = 'assistant'`, [
      conversation.workflowId,
      executionId,
    ]);
    await untilListed(`RootExecutionId = '${executionId}'`, [executionId]);
  });
});

describe('WaitsFor', () => {
  test('two tool calls that wait for an approval -> found until the second is answered, with two events', async () => {
    const user = system.newUser();
    system.model.reply(toolCalls([pay(20), pay(30)]), text('Paid.'));
    const conversation = system.client.conversation({ flow: 'buyer', user });
    const { executionId, turnId } = await conversation.submit('Buy');
    const waiting = `WaitsFor = 'approval' and ExecutionStatus = 'Running' and ConversationId = '${conversation.workflowId}'`;
    await untilListed(waiting, [executionId]);
    await untilAsked(executionId, 2);
    await system.client.executions.answer(executionId, { call: '1.1', answer: 'yes' });
    expect(await readWaitsFor(executionId)).toBe('approval');
    await system.client.executions.answer(executionId, { call: '1.2', answer: 'no' });
    await conversation.ask({ text: 'Buy', turnId });
    expect(await readWaitsFor(executionId)).toBeUndefined();
    expect(await countUpserts(executionId)).toBe(2);
    await untilUnlisted(waiting);
  });

  test('a node asks, and the execution is canceled -> not found', async () => {
    const run = await system.client.executions.start({ flow: 'asks', text: 'Go' });
    const { executionId } = run;
    // The question's row exists before the Workflow sets the attribute.
    while ((await readWaitsFor(executionId)) !== 'approval') await sleep(50);
    await system.client.executions.cancel(executionId);
    await run.result().catch(() => undefined);
    expect(await readWaitsFor(executionId)).toBeUndefined();
  });

  test('a tool call that waits for the output of a page -> not found, no event', async () => {
    system.model.reply(toolCalls([{ name: 'measure', arguments: {} }]), text('Wide.'));
    const conversation = system.client.conversation({ flow: 'measurer', user: system.newUser() });
    const { executionId, turnId } = await conversation.submit('Measure');
    await untilAsked(executionId, 1);
    await system.client.executions.answer(executionId, { call: '1.1', output: 7 });
    await conversation.ask({ text: 'Measure', turnId });
    expect(await countUpserts(executionId)).toBe(0);
  });
});

function pay(amount: number) {
  return { name: 'pay', arguments: { amount } };
}

async function untilAsked(executionId: string, count: number): Promise<void> {
  const asked = async () =>
    (await system.client.executions.waiting()).filter((question) => question.executionId === executionId);
  while ((await asked()).length < count) await sleep(50);
}

async function readWaitsFor(executionId: string): Promise<unknown> {
  const { typedSearchAttributes } = await system.temporal.workflow.getHandle(executionId).describe();
  return typedSearchAttributes.getAll().find(({ key }) => key.name === 'WaitsFor')?.value;
}

async function countUpserts(executionId: string): Promise<number> {
  const types = await eventTypes(system.temporal.workflow.getHandle(executionId));
  return types.filter((type) => type === 'UPSERT_WORKFLOW_SEARCH_ATTRIBUTES').length;
}

async function untilUnlisted(query: string): Promise<void> {
  while ((await system.temporal.workflow.count(query)).count > 0) await sleep(100);
}

async function untilListed(query: string, ids: readonly string[]): Promise<void> {
  for (;;) {
    const listed: string[] = [];
    for await (const { workflowId } of system.temporal.workflow.list({ query })) listed.push(workflowId);
    if (ids.every((id) => listed.includes(id))) return expect(listed.sort()).toEqual([...ids].sort());
    await sleep(100);
  }
}
