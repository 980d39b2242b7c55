import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, manual } from '../../../flow/kinds/node-kinds.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { prune } from '../../../trajectory/graph/prune.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';

const ran: string[] = [];
const input = z.object({ amount: z.number() });
const tools = [
  defineTool({
    name: 'pay',
    description: 'Pays.',
    input,
    approve: ({ amount }) => Promise.resolve(amount > 10),
    execute: ({ amount }, { idempotencyKey }) => {
      ran.push(`${amount} ${idempotencyKey.split('/').at(-1)}`);
      return { paid: amount };
    },
  }),
  defineTool({
    name: 'wipe',
    description: 'Wipes.',
    input: z.object({}),
    approvalSeconds: 0.2,
    approve: () => {
      throw new Error('cannot say');
    },
    execute: () => ran.push('wiped'),
  }),
];
const model = SCRIPTED_MODEL;
const flows = [
  defineFlow({
    slug: 'buyer',
    name: 'Buyer',
    nodes: { chat: chat(), buy: agent({ model, tools: ['pay', 'wipe', 'spawn'], spawns: ['hand'] }) },
    edges: [['chat', 'buy']],
  }),
  defineFlow({
    slug: 'hand',
    name: 'Hand',
    nodes: { start: manual(), buy: agent({ model, tools: ['pay'] }) },
    edges: [['start', 'buy']],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows, tools });
});
afterAll(() => system?.stop());

describe('a tool call that needs approval', () => {
  test('several in one step -> the others run meanwhile; yes, changed input and no each take effect', async () => {
    ran.length = 0;
    const { conversation, turn, waiting } = await ask([20, 5, 30, 40]);
    expect(waiting.map(({ call, toolName, prompt }) => [call, toolName, prompt])).toEqual([
      ['1.1', 'pay', 'May pay run with {"amount":20}?'],
      ['1.3', 'pay', 'May pay run with {"amount":30}?'],
      ['1.4', 'pay', 'May pay run with {"amount":40}?'],
    ]);
    await expect.poll(() => ran).toHaveLength(1);
    const handle = system.temporal.workflow.getHandle(turn.executionId);
    const answerYes = () =>
      handle.executeUpdate<unknown, [object]>('answer', { args: [{ call: '1.1', answer: 'yes' }] });
    const outcome = { nodeId: 'buy', call: '1.1', outcome: 'confirmed' };
    expect(await answerYes()).toEqual(outcome);
    expect(await answerYes()).toEqual(outcome);
    await expect(
      system.client.executions.answer(turn.executionId, { call: '1.1', answer: 'no' }),
    ).rejects.toMatchObject({ type: 'Approval.NotWaiting' });
    for (const [answer, type] of [
      [{ answer: 'yes' }, 'Approval.NotWaiting'],
      [{ call: '1.3', answer: { amount: 'much' } }, 'Approval.InvalidAnswer'],
      [{ call: '1.3', answer: '{"amount": 7' }, 'Approval.InvalidAnswer'],
    ] as const)
      await expect(system.client.executions.answer(turn.executionId, answer)).rejects.toMatchObject({ type });
    await handle.signal('answer', { call: '1.3', answer: { amount: 7 } });
    await asked(turn.executionId, 1);
    system.model.reply(text('done'));
    expect(await conversation.submit('no, too much')).toMatchObject({ turnId: turn.turnId });
    expect((await conversation.ask({ text: 'buy', turnId: turn.turnId })).text).toBe('done');
    expect(lastToolResults(system.model.requests.at(-1)!).map(({ text: shown }) => shown)).toEqual([
      '{"paid":20}',
      '{"paid":5}',
      expect.stringMatching(/changed the input of this call to .*"amount.*7.*"paid":7/),
      'The user refused this call, so it was not run: no, too much',
    ]);
    expect(ran.map((run) => run.split(' ')[0]).sort()).toEqual(['20', '5', '7']);
    await expectWaitedByNode(turn.executionId);
    const { agents } = await system.client.executions.trajectory(turn.executionId);
    const whole = agents[0]!.view;
    expect([whole, prune(whole)].map((view) => JSON.stringify(view).includes('too much'))).toEqual([
      true,
      false,
    ]);
  });

  test('no answer in time, or the tool cannot decide -> asked, expired, and the model reads the reason', async () => {
    ran.length = 0;
    system.model.reply(toolCalls([{ name: 'wipe', arguments: {} }]), text('done'));
    const conversation = system.client.conversation({ flow: 'buyer', user: system.newUser() });
    expect((await conversation.ask('wipe')).text).toBe('done');
    expect(lastToolResults(system.model.requests.at(-1)!)[0]?.text).toBe(
      'Nobody answered in time whether this call may run, so it was not run',
    );
    expect(ran).toEqual([]);
  });

  test('a question below a conversation -> its readers see it, and its next message answers', async () => {
    ran.length = 0;
    const tasks = [{ flow: 'hand', text: 'pay' }];
    system.model.reply(
      toolCalls([{ name: 'spawn', arguments: { tasks } }]),
      toolCalls([{ name: 'pay', arguments: { amount: 50 } }]),
      text('paid'),
      text('done'),
    );
    const conversation = system.client.conversation({ flow: 'buyer', user: system.newUser() });
    const turn = await conversation.submit('go');
    const question = await firstQuestion(conversation.stream(turn.turnId));
    expect(question).toMatchObject({
      executionId: `${turn.executionId}/buy/1`,
      call: '1.1',
      toolName: 'pay',
      toolCallId: expect.any(String) as string,
    });
    await conversation.submit('yes');
    expect((await conversation.ask({ text: 'go', turnId: turn.turnId })).text).toBe('done');
    expect(ran).toHaveLength(1);
    await expectWaitedByNode(turn.executionId);
  });

  test('after an approved call of the same user -> the question shows what changed, and invisible characters', async () => {
    const user = system.newUser();
    const pay = async (
      input: object,
      answer: string | Record<string, unknown>,
      of = user,
    ): Promise<string> => {
      const conversation = system.client.conversation({ flow: 'buyer', user: of, channel: randomUUID() });
      system.model.reply(toolCalls([{ name: 'pay', arguments: input }]), text('done'));
      const { executionId, turnId } = await conversation.submit('buy');
      const [question] = await asked(executionId, 1);
      await system.client.executions.answer(executionId, { call: '1.1', answer });
      await conversation.ask({ text: 'buy', turnId });
      return question!.prompt;
    };
    const first = 'May pay run with {"to":"Bob","amount":20}?';
    expect(await pay({ amount: 20, to: 'Bob' }, 'yes')).toBe(first);
    expect(await pay({ amount: 90, to: 'Bob' }, 'no')).toBe(
      'May pay run with {"to":"Bob","amount":90}?\n\nChanges since the last approved call of pay:\n- amount: 20 → 90',
    );
    expect(await pay({ amount: 20, to: '\u202eeve' }, { amount: 15 })).toBe(
      'May pay run with {"to":"\\u202eeve","amount":20}?\n\nChanges since the last approved call of pay:\n- to: "Bob" → "\\u202eeve"',
    );
    expect(await pay({ amount: 15 }, 'yes')).toMatch(
      /\n\nThe input is the same as in the last approved call of pay\.$/,
    );
    expect(await pay({ amount: 20, to: 'Bob' }, 'yes', system.newUser())).toBe(first);
  });

  test('canceled while it waits -> the turn ends, the question is closed, the tool did not run', async () => {
    ran.length = 0;
    const { conversation, turn } = await ask([99]);
    await conversation.cancel();
    await expect(conversation.ask({ text: 'buy', turnId: turn.turnId })).rejects.toMatchObject({
      type: 'Conversation.TurnCancelled',
    });
    expect(await open(turn.executionId)).toEqual([]);
    expect(ran).toEqual([]);
  });
});

async function ask(amounts: readonly number[]) {
  system.model.reply(toolCalls(amounts.map((amount) => ({ name: 'pay', arguments: { amount } }))));
  const conversation = system.client.conversation({ flow: 'buyer', user: system.newUser() });
  const turn = await conversation.submit('buy');
  const waiting = await asked(turn.executionId, amounts.filter((amount) => amount > 10).length);
  return { conversation, turn, waiting };
}

async function asked(executionId: string, count: number) {
  await expect.poll(() => open(executionId)).toHaveLength(count);
  const handle = system.temporal.workflow.getHandle(executionId);
  await expect
    .poll(async () => ((await handle.query('status')) as { waiting: unknown[] }).waiting)
    .toHaveLength(count);
  return open(executionId);
}

async function open(executionId: string) {
  const waiting = await system.client.executions.waiting();
  return waiting
    .filter((question) => question.executionId === executionId)
    .sort((one, other) => (one.call ?? '').localeCompare(other.call ?? ''));
}

async function firstQuestion(events: AsyncIterable<TurnEvent>) {
  for await (const event of events) if (event.type === 'approval') return event;
  throw new Error('Nothing was asked');
}

async function expectWaitedByNode(executionId: string): Promise<void> {
  const [tree] = await system.client.executions.tree(executionId);
  const { waitedMs, nodes } = tree!;
  expect(waitedMs).toBeGreaterThan(0);
  expect(nodes.find(({ nodeId }) => nodeId === 'buy')?.waitedMs).toBe(waitedMs);
}
