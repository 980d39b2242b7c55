import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, chat, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const ask = approval({ prompt: 'Buy {{ trigger.text }}?' });
const flows = [
  defineFlow({
    slug: 'purchase',
    name: 'Purchase',
    nodes: { start: manual(), ask, say: reply({ text: 'Bought: {{ ask.answer }}' }) },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
  defineFlow({
    slug: 'soft',
    name: 'Soft',
    nodes: {
      start: manual(),
      ask: approval({ prompt: 'Buy?', onRefusal: 'continue' }),
      say: reply({ text: '{{ ask.outcome }} {{ ask.confirmed }} {{ ask.answer }}' }),
    },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
  defineFlow({
    slug: 'shop',
    name: 'Shop',
    nodes: { chat: chat(), ask, say: reply({ text: 'Bought {{ trigger.text }}: {{ ask.answer }}' }) },
    edges: [
      ['chat', 'ask'],
      ['ask', 'say'],
    ],
  }),
  defineFlow({
    slug: 'brief',
    name: 'Brief',
    nodes: {
      chat: chat(),
      ask: approval({ prompt: 'Quick?', expiresSeconds: 1 }),
      say: reply({ text: 'ok' }),
    },
    edges: [
      ['chat', 'ask'],
      ['ask', 'say'],
    ],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows });
});
afterAll(() => system?.stop());

describe('an approval', () => {
  test.each(['Yes', 'Y ', '1', 'confirm', 'TRUE'])(
    'P100: %j by a raw Update -> confirmed, once',
    async (words) => {
      const { executionId, result } = await start('purchase');
      await interrupted(executionId);
      const handle = system.temporal.workflow.getHandle(executionId);
      expect(await handle.query('status')).toMatchObject({ waiting: [{ nodeId: 'ask', iteration: '' }] });
      expect(await handle.executeUpdate('answer', { args: [{ answer: words }] })).toEqual({
        nodeId: 'ask',
        outcome: 'confirmed',
      });
      expect(await result()).toBe(`Bought: ${words}`);
      await expect(handle.executeUpdate('answer', { args: [{ answer: 'no' }] })).rejects.toThrow();
    },
  );

  test.each(['ok', '', 'no'])('P100: %j -> canceled, and the execution with it', async (words) => {
    const { executionId } = await start('purchase');
    await interrupted(executionId);
    const handle = system.temporal.workflow.getHandle(executionId);
    expect(await handle.executeUpdate('answer', { args: [{ answer: words }] })).toEqual({
      nodeId: 'ask',
      outcome: 'cancelled',
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Approval.Refused' } });
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'cancelled',
      errorType: 'Approval.Refused',
    });
  });

  test('not confirmed, with onRefusal continue -> the flow decides', async () => {
    const { executionId, result } = await start('soft');
    await interrupted(executionId);
    await system.temporal.workflow
      .getHandle(executionId)
      .executeUpdate('answer', { args: [{ answer: 'rather not' }] });
    expect(await result()).toBe('cancelled false rather not');
  });

  test('an answer without text, too long, for another node -> refused, and it still waits', async () => {
    const { executionId, result } = await start('purchase');
    await interrupted(executionId);
    const handle = system.temporal.workflow.getHandle(executionId);
    for (const [input, message] of [
      [{ answer: 7 }, 'The answer is not a string'],
      [{ answer: 'x'.repeat(4_001) }, 'at most 4000'],
      [{ answer: 'yes', nodeId: 'other' }, "Node 'other' does not wait"],
      [null, 'not an object'],
    ] as const)
      await expect(handle.executeUpdate('answer', { args: [input] })).rejects.toMatchObject({
        cause: { message: expect.stringContaining(message) as string },
      });
    await handle.executeUpdate('answer', { args: [{ answer: 'y', nodeId: 'ask' }] });
    expect(await result()).toBe('Bought: y');
  });

  test('the Signal `answered` from a stranger, with anything -> ignored, and it still waits', async () => {
    const { executionId, result } = await start('purchase');
    await interrupted(executionId);
    const handle = system.temporal.workflow.getHandle(executionId);
    for (const input of [
      null,
      7,
      'ask',
      {},
      { nodeId: 'ask' },
      { nodeId: 1, iteration: '' },
      { nodeId: 'ask', iteration: '' },
    ])
      await handle.signal('answered', input);
    await handle.signal('answered', { nodeId: 'other', iteration: '' });
    await handle.executeUpdate('answer', { args: [{ answer: 'yes' }] });
    expect(await result()).toBe('Bought: yes');
  });

  test('in a chat -> the next message is the answer, recorded on that turn', async () => {
    const conversation = system.client.conversation({ flow: 'shop', user: system.newUser() });
    const first = await conversation.submit('a bicycle');
    await interrupted(first.executionId);
    const second = await conversation.submit({ text: 'yes', turnId: 'the-answer' });
    expect(second).toEqual({ turnId: first.turnId, executionId: first.executionId, position: 0 });
    const done = await conversation.ask({ text: 'yes', turnId: 'the-answer' });
    expect(done).toMatchObject({ turnId: first.turnId, text: 'Bought a bicycle: yes' });
    const { messages } = await conversation.history();
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['assistant', 'Bought a bicycle: yes'],
      ['user', 'yes'],
      ['assistant', 'Buy a bicycle?'],
      ['user', 'a bicycle'],
    ]);
    const later = await conversation.submit('a car');
    await interrupted(later.executionId);
    expect(later.turnId).not.toBe(first.turnId);
    await conversation.cancel();
  });

  test('an answer to a stored question that the Workflow does not know yet -> retried until it does', async () => {
    const { executionId } = await start('purchase');
    await interrupted(executionId);
    const answer = { nodeId: 'later', answer: 'yes' };
    await system.db
      .insertInto('approval')
      .columns(['execution_id', 'node_id', 'iteration', 'prompt', 'status'])
      .expression((eb) =>
        eb
          .selectFrom('execution')
          .select(['id', eb.val('later').as('node'), eb.val('').as('item'), eb.val('?').as('words')])
          .select(eb.val('open').as('state'))
          .where('workflow_id', '=', executionId),
      )
      .execute();
    await expect(
      system.client.executions.answer(executionId, { ...answer, timeoutMs: 1_000 }),
    ).rejects.toMatchObject({
      type: expect.stringMatching(/^Client\.(?:Unavailable|OutcomeOpen)$/),
    });
    await system.db.deleteFrom('approval').where('node_id', '=', 'later').execute();
    await expect(system.client.executions.answer(executionId, answer)).rejects.toMatchObject({
      type: 'Approval.NotWaiting',
    });
  });

  test('P101: no answer in time -> expired, the turn is canceled', async () => {
    const conversation = system.client.conversation({ flow: 'brief', user: system.newUser() });
    await expect(conversation.ask('Go')).rejects.toMatchObject({ type: 'Conversation.TurnCancelled' });
  });
});

async function start(flow: string) {
  return system.client.executions.start({ flow, text: 'a bicycle', user: system.newUser() });
}

async function interrupted(executionId: string): Promise<void> {
  await expect.poll(async () => (await system.client.executions.get(executionId)).status).toBe('interrupted');
  const handle = system.temporal.workflow.getHandle(executionId);
  await expect.poll(() => handle.query('status')).toMatchObject({ waiting: [expect.anything()] });
}
