import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createGateway, type Gateway } from '../../../packages/gateway/index.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, code, loop, manual, reply, switchOn } from '../../../flow/kinds/node-kinds.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const model = SCRIPTED_MODEL;

const REPORT = defineFlow({
  slug: 'report',
  name: 'Report',
  nodes: {
    start: manual(),
    research: agent({ model, system: 'You research.' }),
    pick: switchOn({
      rules: [{ field: 'research.output', operator: 'contains', value: 'tulips', route: 'flowers' }],
    }),
    each: loop({ over: '{{ [1, 2] }}' }),
    twice: code({ expression: 'loop.item * 2' }),
    check: code({ expression: 'trigger.data.isBroken ? no.such.thing : each.results' }),
    write: agent({ model, system: 'You write.' }),
    show: reply({ text: '{{ write.output }} {{ check.output }}' }),
  },
  edges: [
    ['start', 'research'],
    ['research', 'pick'],
    ['pick', 'each', { route: 'flowers' }],
    ['each', 'twice', { on: 'item' }],
    ['twice', 'each', { on: 'next' }],
    ['each', 'check'],
    ['check', 'write'],
    ['write', 'show'],
  ],
});

const paid: string[] = [];

const ORDER = defineFlow({
  slug: 'order',
  name: 'Order',
  nodes: {
    start: manual(),
    pay: { kind: 'custom:pay', config: {} },
    thank: code({ expression: "'Thank you'" }),
    excuse: code({ expression: "'Sorry: ' + pay.error" }),
  },
  edges: [
    ['start', 'pay'],
    ['pay', 'thank'],
    ['pay', 'excuse', { on: 'error' }],
  ],
});

const SHOP = defineFlow({
  slug: 'shop',
  name: 'Shop',
  nodes: {
    start: manual(),
    buyer: agent({ model, system: 'You buy.', tools: ['charge'] }),
    shipper: agent({ model, system: 'You ship.', tools: ['charge'] }),
    show: reply({ text: '{{ shipper.output }}' }),
  },
  edges: [
    ['start', 'buyer'],
    ['buyer', 'shipper'],
    ['shipper', 'show'],
  ],
});

const charged: number[] = [];

let gateway: Gateway;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [REPORT, ORDER, SHOP],
    tools: [
      defineTool({
        name: 'charge',
        description: 'Charges',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute({ amount }) {
          charged.push(amount);
          return Promise.resolve({ charged: amount });
        },
      }),
    ],
    nodes: [
      defineNode({
        kind: 'custom:pay',
        config: z.object({}),
        execute: (_config, { trigger }) => {
          paid.push(trigger.text);
          throw ApplicationFailure.nonRetryable('The card is blocked');
        },
      }),
    ],
  });
  gateway = createGateway({
    client: system.client,
    authenticate: ({ headers }) => ({ user: headers.get('x-user') ?? 'nobody' }),
  });
});
afterAll(() => system?.stop());

describe('executions.rerun with from', () => {
  test('a failed execution, from the failed node with other data -> stored outputs, and only the rest runs', async () => {
    const { user, executionId } = await fail();
    system.model.reply(text('They bloom.'));
    const again = await rerun(executionId, { from: 'check', data: { isBroken: false } });
    expect(again).toMatchObject({ status: 'completed', answer: 'They bloom. [2,4]' });
    expect(again.executionId).toContain('~rerun');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('Some tulips');
    const { nodes } = await system.client.executions.details(again.executionId);
    expect(nodes.map(({ nodeId, status, modelCalls }) => [nodeId, status, modelCalls])).toEqual([
      ['start', 'success', 0],
      ['research', 'success', 0],
      ['pick', 'success', 0],
      ['each', 'success', 0],
      ['twice', 'skipped', 0],
      ['check', 'success', 0],
      ['write', 'success', 1],
      ['show', 'success', 0],
    ]);
    expect(await system.client.executions.trajectory(again.executionId)).toBeDefined();
    expect(await system.client.executions.waterfall(again.executionId)).toMatchObject({ next: null });
    system.model.reply(text('Again.'));
    const third = await rerun(again.executionId, { from: 'write' });
    expect(third.answer).toBe('Again. [2,4]');
    expect((await system.client.executions.list({ user })).length).toBe(3);
    const reruns = await system.client.executions.list({ rerunOf: executionId });
    expect(reruns.map((one) => one.executionId)).toEqual([third.executionId, again.executionId]);
    expect(await system.client.executions.list({ rerunOf: again.executionId })).toEqual([]);
  });

  test('other outputs before the node -> the node reads them, also as a message', async () => {
    const { executionId } = await fail();
    system.model.reply(text('Red ones.'));
    const again = await rerun(executionId, {
      from: 'write',
      outputs: { research: { output: 'Some roses' }, check: { output: [7] } },
    });
    expect(again.answer).toBe('Red ones. [7]');
    const request = JSON.stringify(system.model.requests.at(-1)?.body);
    expect([request.includes('Some roses'), request.includes('Some tulips')]).toEqual([true, false]);
  });

  test('the same id twice -> one execution; with other outputs -> a conflict', async () => {
    const { executionId } = await fail();
    system.model.reply(text('Once.'));
    const options = { id: 'same', from: 'write', outputs: { check: { output: [1] } } };
    const first = await rerun(executionId, options);
    const second = await system.client.executions.rerun(executionId, options);
    expect(second.executionId).toBe(first.executionId);
    const other = system.client.executions.rerun(executionId, {
      ...options,
      outputs: { check: { output: [2] } },
    });
    await expect(other).rejects.toMatchObject({ type: 'Turn.Conflict' });
    const whole = system.client.executions.rerun(executionId, { id: 'same' });
    await expect(whole).rejects.toMatchObject({ type: 'Turn.Conflict' });
  });

  test('the handler of a failed node -> runs with the stored failure, and the failed node does not', async () => {
    const { executionId } = await order();
    const again = await rerun(executionId, { from: 'excuse' });
    expect(again.status).toBe('completed');
    expect(paid.splice(0)).toEqual(['tulips']);
    const { nodes } = await system.client.executions.details(again.executionId);
    const stateOf = ({ nodeId, status, errorMessage }: (typeof nodes)[number]) => [
      nodeId,
      status,
      errorMessage,
    ];
    expect(nodes.map(stateOf)).toEqual([
      ['start', 'success', null],
      ['pay', 'failed', 'The card is blocked'],
      ['thank', 'skipped', null],
      ['excuse', 'success', null],
    ]);
  });

  test('a node on the path not taken, after one without an output, or gone -> 409 with the fix, and nothing starts', async () => {
    const { executionId, user } = await order();
    const taken = "Node 'thank' of flow 'order' cannot be reached: the reused outputs take another branch.";
    expect(await refusal(user, { executionId, from: 'thank' })).toContain(taken);
    const failed = await fail();
    const open =
      "Node 'show' of flow 'report' cannot be reached: node 'check' before it has no output to reuse.";
    expect(await refusal(failed.user, { executionId: failed.executionId, from: 'show' })).toContain(open);
    await system.client.flowVersions.publish({
      ...ORDER,
      nodes: ORDER.nodes.slice(0, 3),
      edges: ORDER.edges.slice(0, 2),
    });
    expect(await refusal(user, { executionId, from: 'excuse' })).toContain('in the version that would run');
    await system.client.flowVersions.publish(ORDER);
    expect((await system.client.executions.list({ user })).length).toBe(1);
    expect(paid.splice(0)).toEqual(['tulips']);
  });

  test('an agent before the node, whose tool a person permitted -> reused, and only the later agent asks again', async () => {
    const user = system.newUser();
    const { executions } = system.client;
    const pay = toolCalls([{ name: 'charge', arguments: { amount: 5 } }]);
    system.model.reply(pay, text('Paid.'), pay, text('Shipped.'));
    const first = await executions.start({ flow: 'shop', text: 'A lamp', user });
    await permit(first.executionId, 'buyer');
    await permit(first.executionId, 'shipper');
    expect(await first.result()).toBe('Shipped.');
    expect(charged.splice(0)).toEqual([5, 5]);
    system.model.reply(toolCalls([{ name: 'charge', arguments: { amount: 7 } }]), text('Shipped again.'));
    const again = await executions.rerun(first.executionId, { from: 'shipper' });
    expect(await permit(again.executionId, 'shipper')).toEqual(['shipper']);
    await expect
      .poll(() => executions.get(again.executionId), { timeout: 20_000 })
      .toMatchObject({ status: 'completed', answer: 'Shipped again.' });
    expect(charged.splice(0)).toEqual([7]);
  });

  test('an unknown node, outputs without a node, a turn, another user -> refused', async () => {
    const { executionId, user } = await fail();
    const { executions } = system.client;
    const notRepeatable = { type: 'Execution.NotRepeatable' };
    await expect(executions.rerun(executionId, { from: 'none' })).rejects.toMatchObject(notRepeatable);
    await expect(executions.rerun(executionId, { outputs: {} })).rejects.toMatchObject(notRepeatable);
    const bob = system.client.forUser(system.newUser('bob')).executions;
    await expect(bob.rerun(executionId, { from: 'write' })).rejects.toMatchObject({
      type: 'Client.NotFound',
    });
    const own = system.client.forUser(user).executions;
    for (const change of [{ text: 'x' }, { data: {} }, { outputs: { research: { output: 'Some roses' } } }])
      await expect(own.rerun(executionId, { from: 'write', ...change })).rejects.toMatchObject(notRepeatable);
    const large = { outputs: { research: { output: 'x'.repeat(70_000) } } };
    await expect(executions.rerun(executionId, { from: 'check', ...large })).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
    });
    const raw = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: 'execution/report/raw',
      args: [{ flow: 'report', text: 'x', user: 'eve', rerun: { of: executionId, from: 'write' } }],
    });
    await expect(raw.result()).rejects.toMatchObject({
      cause: { type: 'Execution.NotRepeatable', message: `Execution '${executionId}' does not exist` },
    });
  });
});

async function refusal(user: string, { executionId, from }: { executionId: string; from: string }) {
  await expect(system.client.executions.rerun(executionId, { from })).rejects.toMatchObject({
    type: 'Execution.NotRepeatable',
  });
  const response = await gateway.fetch(
    new Request(`http://gateway/api/v1/executions/${encodeURIComponent(executionId)}/rerun`, {
      method: 'POST',
      headers: { 'x-user': user, 'content-type': 'application/json' },
      body: JSON.stringify({ from }),
    }),
  );
  expect(response.status).toBe(409);
  return response.text();
}

async function permit(executionId: string, nodeId: string): Promise<string[]> {
  const { executions } = system.client;
  const find = async () =>
    (await executions.waiting()).filter((one) => one.executionId === executionId).map((one) => one.nodeId);
  await expect.poll(find, { timeout: 20_000 }).toEqual([nodeId]);
  const asking = await find();
  await executions.answer(executionId, { nodeId, answer: 'yes' });
  return asking;
}

async function order() {
  const user = system.newUser();
  const run = await system.client.executions.start({ flow: 'order', text: 'tulips', user });
  await run.result();
  return { user, executionId: run.executionId };
}

async function fail() {
  system.model.reply(text('Some tulips'));
  const user = system.newUser();
  const run = await system.client.executions.start({
    flow: 'report',
    text: 'Which flowers?',
    data: { isBroken: true },
    user,
  });
  await expect(run.result()).rejects.toMatchObject({ type: 'Node.Failed' });
  return { user, executionId: run.executionId };
}

async function rerun(
  executionId: string,
  options: Parameters<TestSystem['client']['executions']['rerun']>[1],
) {
  const started = await system.client.executions.rerun(executionId, options);
  const get = () => system.client.executions.get(started.executionId);
  await expect
    .poll(
      () =>
        get().then(
          ({ finishedAt }) => finishedAt !== null,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  return get();
}
