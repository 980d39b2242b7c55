import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import {
  agent,
  approval,
  chat,
  code,
  loop,
  manual,
  merge,
  reply,
  template,
} from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { fault } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { nodesOf, outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';
import { scriptBySystem } from './fixtures/script-by-system.js';

const failing = code({ expression: "(() => { throw new Error('no luck') })()" });
const refused = agent({ model: SCRIPTED_MODEL, system: 'You are refused.' });

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      rescuing('code-rescued', failing),
      rescuing('agent-rescued', refused),
      plain('code-plain', failing),
      plain('agent-plain', refused),
      rescuing('refusal-rescued', approval({ prompt: 'Go on?' })),
      rescuing('silence-rescued', approval({ prompt: 'Go on?', expiresSeconds: 1 })),
      askingEach('asks-each', { onError: 'continue' }),
      askingEach('asks-until-no'),
      defineFlow({
        slug: 'asks-in-chat',
        name: 'Asks in a chat',
        nodes: {
          chat: chat(),
          ask: approval({ prompt: 'Pay?' }),
          pay: reply({ text: 'paid' }),
          rescue: reply({ text: '{{ ask.reason }}: {{ ask.error_code }}' }),
        },
        edges: [
          ['chat', 'ask'],
          ['ask', 'pay'],
          ['ask', 'rescue', { on: 'error' }],
        ],
      }),
      rescuing('nothing-wrong', template({ template: 'well' })),
    ],
    model: { script: scriptBySystem({ refused: () => fault.status(401) }) },
  });
});
afterAll(() => system?.stop());

describe('an error edge', () => {
  test.each([
    ['code-rescued', /no luck/, 'Node.Failed'],
    ['agent-rescued', /./, 'Model.Authentication'],
  ])(
    '%s -> its target sees error and error_code, the merge does not wait for the rest',
    async (flow, error, type) => {
      const { executionId, status, nodes } = await runFlow(system, { flow });
      expect(status).toBe('completed');
      expect(nodes.map((node) => `${node.nodeId} ${node.status}`)).toEqual([
        'work failed',
        'rescue success',
        'join success',
        'say success',
      ]);
      const { rescue } = await outputsOf(system, executionId);
      expect(rescue).toMatchObject({ output: { code: type, error: expect.stringMatching(error) } });
    },
  );

  test('a call that exceeds the budget -> failed with the reason', async () => {
    const { executionId, status } = await runFlow(system, { flow: 'agent-rescued', budget: { tokens: 1 } });
    expect(status).toBe('completed');
    const calls = await system.db
      .selectFrom('model_call')
      .innerJoin('execution', 'execution.id', 'model_call.execution_id')
      .select(['model_call.status', 'model_call.error_type as type', 'model_call.finished_at as finishedAt'])
      .where('workflow_id', '=', executionId)
      .execute();
    expect(calls).toEqual([
      { status: 'failed', type: 'Budget.Exceeded', finishedAt: expect.any(Date) as Date },
    ]);
  });

  test.each([
    ['refusal-rescued', 'no', 'Approval.Refused', 'refused'],
    ['silence-rescued', undefined, 'Approval.Expired', 'expired'],
  ])('%s: an approval answered with %j -> its target sees %s', async (flow, answer, code, reason) => {
    const { executionId, user, result } = await start(flow);
    if (answer !== undefined) await answerNext(user, answer);
    expect(await result()).toBe('1 came');
    expect((await outputsOf(system, executionId))['rescue']).toEqual({
      output: { error: expect.stringContaining("question of node 'work'"), code, reason },
    });
    expect((await nodesOf(system, executionId)).map((node) => `${node.nodeId} ${node.status}`)).toEqual([
      'work failed',
      'rescue success',
      'join success',
      'say success',
    ]);
  });

  test('an approval is answered with yes -> its error edge is not taken', async () => {
    const { executionId, user, result } = await start('refusal-rescued');
    await answerNext(user, 'yes');
    expect(await result()).toBe('1 came');
    expect((await nodesOf(system, executionId)).map(({ nodeId }) => nodeId)).not.toContain('rescue');
  });

  test('P98: a no to one item of a loop that continues -> its error in the results, the other questions are asked', async () => {
    const { executionId, user, result } = await start('asks-each');
    for (const answer of ['yes', 'no', 'yes']) await answerNext(user, answer);
    expect(await result()).toBe('3 asked');
    expect((await outputsOf(system, executionId))['each']).toMatchObject({
      results: ['paid', { error_code: 'Approval.Refused', reason: 'refused' }, 'paid'],
    });
  });

  test('a no to one item of a loop that stops -> the error edge of the loop, no further question is asked', async () => {
    const { user, result } = await start('asks-until-no');
    for (const answer of ['yes', 'no']) await answerNext(user, answer);
    expect(await result()).toBe('Approval.Refused');
    expect(await system.client.executions.waiting({ user })).toEqual([]);
  });

  test.each(['no', 'What does it cost?'])(
    '%j to an approval in a chat -> the turn continues',
    async (said) => {
      const user = system.newUser();
      const conversation = system.client.conversation({ flow: 'asks-in-chat', user });
      const { executionId } = await conversation.submit('Go');
      await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(1);
      await conversation.submit(said);
      await expect
        .poll(() => system.client.executions.get(executionId))
        .toMatchObject({ status: 'completed', answer: 'refused: Approval.Refused' });
    },
  );

  test('a node that succeeds -> the edge is not taken', async () => {
    const { nodes, answer } = await runFlow(system, { flow: 'nothing-wrong' });
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['work', 'fine', 'join', 'say']);
    expect(answer).toBe('1 came');
  });
});

describe('a failure without an error edge', () => {
  test.each([
    ['code-plain', /^Node 'work' failed: .*no luck/, 'Node.Failed'],
    ['agent-plain', /^Node 'work' with openai:/, 'Model.Authentication'],
  ])('%s -> the execution fails, naming the node; nothing after it runs', async (flow, message, type) => {
    const { executionId, status, errorType, errorMessage, nodes } = await runFlow(system, { flow });
    expect({ status, errorType }).toEqual({ status: 'failed', errorType: type });
    expect(errorMessage).toMatch(message);
    expect(nodes.map((node) => `${node.nodeId} ${node.status}`)).toEqual(['work failed']);
    const { status: ended } = await system.temporal.workflow.getHandle(executionId).describe();
    expect(ended.name).toBe('FAILED');
  });
});

async function start(flow: string) {
  const user = system.newUser();
  return {
    user,
    ...(await system.client.executions.start({ flow, text: 'Go', data: { items: [1, 2, 3] }, user })),
  };
}

async function answerNext(user: string, answer: string): Promise<void> {
  const waiting = () => system.client.executions.waiting({ user });
  await expect.poll(waiting).toHaveLength(1);
  const { executionId, nodeId, iteration } = (await waiting())[0]!;
  await system.client.executions.answer(executionId, { nodeId, iteration, answer });
}

function askingEach(slug: string, config: { onError?: 'continue' } = {}): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}', ...config }),
      ask: approval({ prompt: 'Pay {{ loop.item }}?' }),
      pay: template({ template: 'paid' }),
      say: reply({ text: '{{ each.total }} asked' }),
      rescue: reply({ text: '{{ each.error_code }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'ask', { on: 'item' }],
      ['ask', 'pay'],
      ['pay', 'each', { on: 'next' }],
      ['each', 'say'],
      ['each', 'rescue', { on: 'error' }],
    ],
  });
}

type Work = Parameters<typeof defineFlow>[0]['nodes'][string];

function rescuing(slug: string, work: Work): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      work,
      fine: template({ template: 'fine' }),
      rescue: template({
        template: { error: '{{ work.error }}', code: '{{ work.error_code }}', reason: '{{ work.reason }}' },
      }),
      join: merge(),
      say: reply({ text: '{{ join.items | length }} came' }),
    },
    edges: [
      ['start', 'work'],
      ['work', 'fine'],
      ['work', 'rescue', { on: 'error' }],
      ['fine', 'join'],
      ['rescue', 'join'],
      ['join', 'say'],
    ],
  });
}

function plain(slug: string, work: Work): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    nodes: { start: manual(), work, after: template({ template: 'after' }) },
    edges: [
      ['start', 'work'],
      ['work', 'after'],
    ],
  });
}
