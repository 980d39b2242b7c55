import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { listAuditEntries } from '../../../store/audit/audit-log.js';
import { castVote } from '../../../store/nodes/cast-vote.js';
import { findQuestions } from '../../../store/nodes/find-questions.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { answerSignal, statusQuery } from '../../../workflows/definitions.js';
import { notifyAnswers } from '../../../worker/watch-forgotten-work.js';
import { limitFlows } from '../../../packages/gateway/access/limit-flows.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

const ran: unknown[] = [];
const tools = [
  defineTool({
    name: 'refund',
    description: 'Refunds.',
    input: z.object({ amount: z.number() }),
    approve: {
      by: ({ amount }) => (amount > 100 ? ['finance'] : amount > 10 ? 'staff' : null),
      message: ({ input }) => `Refund ${input.amount} EUR?`,
    },
    execute: ({ amount }) => (ran.push(amount), { refunded: amount }),
  }),
  defineTool({
    name: 'wire',
    description: 'Wires.',
    input: z.object({ amount: z.number() }),
    approve: { by: 'staff', quorum: 2, expiresMs: 60_000 },
    execute: ({ amount }) => (ran.push(amount), { wired: amount }),
  }),
  defineTool({
    name: 'odd',
    description: 'Cannot say.',
    input: z.object({}),
    approve: {
      by: () => {
        throw new Error('cannot say');
      },
      message: () => {
        throw new Error('cannot say');
      },
    },
    execute: () => null,
  }),
];
const ask = approval({ prompt: 'Publish?', by: 'staff', quorum: 2, onRefusal: 'continue' });
const flows = [
  agentFlow({ slug: 'desk', tools: ['refund', 'wire', 'odd'], history: { summaries: false } }),
  defineFlow({
    slug: 'press',
    name: 'Press',
    nodes: { start: manual(), ask, say: reply({ text: '{{ ask.outcome }}' }) },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows, tools, approvers: ['support', 'lead'] });
});
afterAll(() => system?.stop());

describe('a tool call for approvers', () => {
  test('a raw Update, a raw Signal, the requester, another user -> refused, the question stays open; staff -> runs', async () => {
    const { conversation, turn, user } = await call('refund', { amount: 50 });
    const [question] = await asked(turn.executionId);
    expect(question).toMatchObject({
      prompt: 'Refund 50 EUR?',
      approvers: ['support', 'lead'],
      quorum: 1,
    });
    const handle = system.temporal.workflow.getHandle(turn.executionId);
    await expect(handle.executeUpdate('answer', { args: [{ answer: 'yes' }] })).rejects.toMatchObject({
      cause: { type: 'Approval.NotPermitted', message: expect.stringMatching(/support or lead/) as string },
    });
    await handle.signal(answerSignal, { answer: 'yes' });
    await expect(as(user).answer(turn.executionId, { answer: 'yes' })).rejects.toMatchObject({
      type: 'Approval.NotPermitted',
    });
    const chat = system.temporal.workflow.getHandle(conversation.workflowId);
    await chat.signal('postTurn', { text: 'yes' });
    await expect(conversation.submit('yes')).rejects.toMatchObject({ type: 'Approval.NotPermitted' });
    expect((await conversation.status())?.refused).toMatchObject({ count: 2 });
    for (const roles of [[], ['staff']])
      await expect(
        as(system.newUser('bob'), roles).answer(turn.executionId, { answer: 'yes' }),
      ).rejects.toMatchObject({ type: 'Client.NotFound' });
    expect(await asked(turn.executionId)).toHaveLength(1);
    expect(ran).toEqual([]);

    system.model.reply(text('done'));
    const sue = as(system.newUser('sue'), ['lead']);
    expect(await sue.answer(turn.executionId, { answer: 'yes' })).toMatchObject({ outcome: 'confirmed' });
    expect((await conversation.ask({ text: 'go', turnId: turn.turnId })).text).toBe('done');
    expect(ran.splice(0)).toEqual([50]);
    await expect(sue.answer(turn.executionId, { answer: 'no' })).rejects.toMatchObject({
      type: 'Approval.NotWaiting',
    });
  });

  test('by chooses by the input -> anyone, or another role; an exception -> staff, in our words', async () => {
    system.model.reply(toolCalls([{ name: 'refund', arguments: { amount: 5 } }]), text('small'));
    const conversation = system.client.conversation({ flow: 'desk', user: system.newUser() });
    expect((await conversation.ask('go')).text).toBe('small');
    expect(ran.splice(0)).toEqual([5]);

    const large = await call('refund', { amount: 500 });
    expect(await asked(large.turn.executionId)).toMatchObject([{ approvers: ['finance'] }]);
    const odd = await call('odd', {});
    expect(await asked(odd.turn.executionId)).toMatchObject([
      { approvers: ['support', 'lead'], prompt: 'May odd run with {}?' },
    ]);
    for (const { conversation: open, turn } of [large, odd]) {
      await open.cancel();
      await expect(open.ask({ text: 'go', turnId: turn.turnId })).rejects.toThrow();
    }
  });

  test('a changed input that does not fit -> refused, another one runs; the requester can still chat', async () => {
    const { conversation, turn, user } = await call('refund', { amount: 60 });
    await asked(turn.executionId);
    const sue = as(system.newUser('sue'), ['support']);
    for (const answer of [{ amount: 'much' }, '{"amount": 20'])
      await expect(sue.answer(turn.executionId, { answer })).rejects.toMatchObject({
        type: 'Approval.InvalidAnswer',
      });
    expect(await asked(turn.executionId)).toHaveLength(1);
    const next = await conversation.submit('how long does it take?');
    expect(next).toMatchObject({ position: 1 });
    system.model.reply(text('done'), text('a day'));
    expect(await sue.answer(turn.executionId, { answer: { amount: 20 } })).toMatchObject({
      outcome: 'confirmed',
    });
    expect((await conversation.ask({ text: 'how long does it take?', turnId: next.turnId })).text).toBe(
      'a day',
    );
    expect(ran.splice(0)).toEqual([20]);
    const entries = await listAuditEntries(system.db, { action: 'answer', owner: user, limit: 10 });
    expect(entries.map(({ outcome, change }) => [outcome, change])).toEqual([
      ['done', { input: { amount: 60 }, changedInput: { amount: 20 } }],
      ['Approval.InvalidAnswer', undefined],
      ['Approval.InvalidAnswer', undefined],
    ]);
  });

  test('quorum of two -> one person is not enough, nor the same person twice; two are; nobody may change the input', async () => {
    const { conversation, turn } = await call('wire', { amount: 9 });
    await asked(turn.executionId);
    const [sue, tom] = ['sue', 'tom'].map((name) => as(system.newUser(name), ['lead']));
    const pending = { nodeId: 'agent', call: '1.1', outcome: 'pending', missing: 1 };
    expect(await sue!.answer(turn.executionId, { answer: 'yes' })).toMatchObject(pending);
    expect(await sue!.answer(turn.executionId, { answer: 'yes' })).toMatchObject(pending);
    await expect(tom!.answer(turn.executionId, { answer: { amount: 1 } })).rejects.toMatchObject({
      type: 'Approval.InvalidAnswer',
    });
    expect(ran).toEqual([]);
    system.model.reply(text('done'));
    expect(await tom!.answer(turn.executionId, { answer: 'yes' })).toMatchObject({ outcome: 'confirmed' });
    expect((await conversation.ask({ text: 'go', turnId: turn.turnId })).text).toBe('done');
    expect(ran.splice(0)).toEqual([9]);
    expect(lastToolResults(system.model.requests.at(-1)!)[0]?.text).toBe('{"wired":9}');
  });
});

describe('an approval whose time is over', () => {
  test('not closed by a worker yet -> not listed, and no further answer counts', async () => {
    const { conversation, turn } = await call('wire', { amount: 3 });
    await asked(turn.executionId);
    const approvals = system.db.updateTable('approval').where('tool_name', '=', 'wire');
    await approvals
      .where('status', '=', 'open')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await system.client.approvals.list({ execution: turn.executionId })).approvals).toEqual([]);
    await expect(
      as(system.newUser('sue'), ['lead']).answer(turn.executionId, { answer: 'yes' }),
    ).rejects.toMatchObject({ type: 'Approval.NotWaiting', message: 'The approval has expired' });
    await conversation.cancel();
    await expect(conversation.ask({ text: 'go', turnId: turn.turnId })).rejects.toThrow();
    expect(ran).toEqual([]);
  });
});

describe('an approval node for approvers', () => {
  test('a raw Update -> refused, still open; a yes and a no of two people -> refused at once', async () => {
    const { executionId, result } = await system.client.executions.start({ flow: 'press', text: 'news' });
    await asked(executionId);
    const handle = system.temporal.workflow.getHandle(executionId);
    await expect(handle.executeUpdate('answer', { args: [{ answer: 'yes' }] })).rejects.toMatchObject({
      cause: { type: 'Approval.NotPermitted' },
    });
    const [sue, tom] = ['sue', 'tom'].map((name) => as(system.newUser(name), ['support']));
    expect(await sue!.answer(executionId, { answer: 'yes' })).toEqual({
      nodeId: 'ask',
      outcome: 'pending',
      missing: 1,
    });
    expect(await tom!.answer(executionId, { answer: 'no' })).toEqual({ nodeId: 'ask', outcome: 'cancelled' });
    expect(await result()).toBe('cancelled');
  });

  test('the client dies once the answer is stored -> a worker notifies the execution, which accepts the answer', async () => {
    const { executionId, result } = await system.client.executions.start({ flow: 'press', text: 'news' });
    await asked(executionId);
    const [question] = await findQuestions(system.db, { executionId });
    for (const voter of ['sue', 'tom'])
      await castVote(system.db, { key: question!.key, voter, answer: 'yes' });
    expect(await notifyAnswers(system, { afterSeconds: 3_600 })).toMatchObject({ notified: [] });
    expect(await notifyAnswers(system, { afterSeconds: 0 })).toMatchObject({ notified: [executionId] });
    expect(await result()).toBe('confirmed');
    expect(await notifyAnswers(system, { afterSeconds: 0 })).toMatchObject({ notified: [] });
  });

  test('a caller limited to some flows, after older questions of another flow -> full pages', async () => {
    const { turn } = await call('wire', { amount: 5 });
    await asked(turn.executionId);
    const { executionId } = await system.client.executions.start({ flow: 'press', text: 'news' });
    await asked(executionId);
    const limited = limitFlows(system.client, ['press']);
    const [oldest] = await system.client.executions.waiting({ limit: 1 });
    expect(oldest!.flow).toBe('desk');
    expect(await limited.executions.waiting({ limit: 1 })).toMatchObject([{ flow: 'press' }]);
    expect(await limited.executions.waiting({ flows: ['desk'] })).toEqual([]);
  });
});

function as(user: string, roles: readonly string[] = []) {
  return system.client.forUser(user, { roles }).executions;
}

async function call(name: string, input: object) {
  system.model.reply(toolCalls([{ name, arguments: input }]));
  const user = system.newUser();
  const conversation = system.client.conversation({ flow: 'desk', user });
  return { user, conversation, turn: await conversation.submit('go') };
}

async function asked(executionId: string) {
  const open = async () =>
    (await system.client.executions.waiting({ limit: 500 })).filter((one) => one.executionId === executionId);
  await expect.poll(open).toHaveLength(1);
  const handle = system.temporal.workflow.getHandle(executionId);
  await expect.poll(() => handle.query<unknown>(statusQuery.name)).toMatchObject({ waiting: [{}] });
  return open();
}
