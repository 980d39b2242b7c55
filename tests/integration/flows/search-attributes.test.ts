import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../../index.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

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
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), above, below],
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

  test('an execution of nobody -> found by its flow', async () => {
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

/** Visibility lags a moment behind. */
async function untilListed(query: string, ids: readonly string[]): Promise<void> {
  for (;;) {
    const listed: string[] = [];
    for await (const { workflowId } of system.temporal.workflow.list({ query })) listed.push(workflowId);
    if (ids.every((id) => listed.includes(id))) return expect(listed.sort()).toEqual([...ids].sort());
    await sleep(100);
  }
}
