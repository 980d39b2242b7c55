import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { definePageTool, defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

const input = z.object({ of: z.string() });
const tools = [
  definePageTool({ name: 'choose', description: 'Asks the user which one', input }),
  defineTool({
    name: 'pay',
    description: 'Pays',
    input,
    approve: true,
    execute: ({ of }) => Promise.resolve({ paid: of }),
  }),
  definePageTool({ name: 'glance', description: 'Looks at the page', input, approvalSeconds: 0.2 }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'shop', tools: ['choose', 'pay', 'glance'] })],
    tools,
  });
});
afterAll(() => system?.stop());

describe('definePageTool', () => {
  test('calls with one id in one step -> each waits for its own output; the first output counts', async () => {
    const { answer, executionId, asked } = await call(
      ['choose', 'shirts'],
      ['choose', 'shoes'],
      ['choose', 'hats'],
    );
    expect(asked.map(({ call: place, wantsOutput, prompt }) => [place, wantsOutput, prompt])).toEqual([
      ['1.1', true, 'What does choose return for {"of":"shirts"}?'],
      ['1.2', true, 'What does choose return for {"of":"shoes"}?'],
      ['1.3', true, 'What does choose return for {"of":"hats"}?'],
    ]);
    const { executions } = system.client;
    const outcome = { nodeId: 'agent', call: '1.2', outcome: 'confirmed' };
    expect(await executions.answer(executionId, { call: '1.2', output: { size: 43 } })).toEqual(outcome);
    await executions
      .answer(executionId, { call: '1.2', output: { size: 1 } })
      .catch((error: unknown) => expect(error).toMatchObject({ type: 'Approval.NotWaiting' }));
    await executions.answer(executionId, { call: '1.3', error: 'The hats are sold out' });
    await executions.answer(executionId, { call: '1.1', answer: 'the blue one' });
    expect(await answer).toMatchObject({ text: 'Bought.' });
    expect(results()).toEqual(['the blue one', '{"size":43}', 'The hats are sold out']);
    await expect(executions.answer(executionId, { call: '1.1', output: 1 })).rejects.toMatchObject({
      type: 'Approval.NotWaiting',
    });
  });

  test('no call there, an output that is too large -> refused, and the call still waits', async () => {
    const { answer, executionId } = await call(['choose', 'shirts']);
    const { executions } = system.client;
    for (const place of ['1.9', '7.1', 'x'])
      await expect(executions.answer(executionId, { call: place, output: 1 })).rejects.toMatchObject({
        type: 'Approval.NotWaiting',
        message: `Tool call '${place}' does not wait for an output`,
      });
    await expect(
      executions.answer(executionId, { call: '1.1', output: 'x'.repeat(1_000_000) }),
    ).rejects.toMatchObject({
      type: 'Approval.InvalidAnswer',
      message: expect.stringContaining('the maximum is 1000000') as string,
    });
    await executions.answer(executionId, { call: '1.1', output: 'nul \u0000' });
    await answer;
    expect(results()).toEqual([expect.stringContaining('nul ')]);
  });

  test('a message instead, beside a call that needs permission -> yes permits that call; other text denies both and joins', async () => {
    const { user, conversation, answer, executionId } = await call(['choose', 'shirts'], ['pay', 'shirts']);
    await conversation.submit('yes');
    await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(1);
    await conversation.submit('Which colors are there?');
    expect(await answer).toMatchObject({ text: 'Bought.' });
    expect(
      system.model.requests
        .at(-1)
        ?.messages.slice(-3)
        .map(({ content }) => content),
    ).toEqual([
      'The page did not run this call, because the user sent a message instead',
      '{"paid":"shirts"}',
      'Which colors are there?',
    ]);
    await expect(
      system.client.executions.answer(executionId, { call: '1.1', output: 1 }),
    ).rejects.toMatchObject({ type: 'Approval.NotWaiting' });
  });

  test('no page in time, an invalid input -> the model reads the reason, and no question is asked', async () => {
    system.model.reply(
      toolCalls([
        { name: 'glance', arguments: { of: 'shirts' } },
        { name: 'choose', arguments: {} },
      ]),
      text('Sorry.'),
    );
    await system.client.conversation({ flow: 'shop', user: system.newUser() }).ask('Look');
    expect(results()).toEqual(['No page ran this call in time', expect.stringContaining('of')]);
  });
});

async function call(...calls: (readonly [name: string, of: string])[]) {
  system.model.reply(
    toolCalls(calls.map(([name, of]) => ({ id: 'same', name, arguments: { of } }))),
    text('Bought.'),
  );
  const user = system.newUser();
  const conversation = system.client.conversation({ flow: 'shop', user });
  const { turnId } = await conversation.submit('Buy');
  const asked: Extract<TurnEvent, { type: 'approval' }>[] = [];
  for await (const event of conversation.stream(turnId)) {
    if (event.type === 'approval') asked.push(event);
    if (asked.length === calls.length) break;
  }
  asked.sort((one, other) => String(one.call).localeCompare(String(other.call)));
  const answer = conversation.ask({ text: 'Buy', turnId });
  return {
    user,
    conversation,
    asked,
    answer,
    executionId: `${conversation.workflowId}/turn/${turnId}`,
  };
}

function results(): (string | undefined)[] {
  return lastToolResults(system.model.requests.at(-1)!).map(({ text: shown }) => shown);
}
