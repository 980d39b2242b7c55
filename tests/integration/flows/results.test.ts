import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import {
  approval,
  code,
  custom,
  loop,
  manual,
  merge,
  reply,
  subflow,
} from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { childrenOf, nodesOf, outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';

const BESIDE = { output: 'main', extra: 7 };
const pair = defineNode({ kind: 'custom:pair', config: z.object({}), execute: () => BESIDE });

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    nodes: [pair],
    flows: [
      defineFlow({
        slug: 'pairs',
        name: 'Pairs',
        nodes: {
          start: manual(),
          each: loop({ over: '{{ range(2) }}' }),
          give: custom('pair', {}),
          one: code({ expression: '1' }),
          join: merge(),
        },
        edges: [
          ['start', 'each'],
          ['each', 'give', { on: 'item' }],
          ['give', 'each', { on: 'next' }],
          ['each', 'one'],
          ['one', 'join'],
        ],
      }),
      defineFlow({
        slug: 'siblings',
        name: 'Siblings',
        nodes: {
          start: manual(),
          ask: approval({ prompt: 'Go on?' }),
          go: approval({ prompt: 'Break?' }),
          broken: code({ expression: 'null.member' }),
        },
        edges: [
          ['start', 'ask'],
          ['start', 'go'],
          ['go', 'broken'],
        ],
      }),
      defineFlow({
        slug: 'below',
        name: 'Below',
        nodes: { start: manual(), say: reply({ text: 'for {{ trigger.user }}.' }) },
        edges: [['start', 'say']],
      }),
      defineFlow({
        slug: 'above',
        name: 'Above',
        nodes: {
          start: manual(),
          child: subflow({ flow: 'below' }),
          say: reply({ text: '{{ child.output }}' }),
        },
        edges: [
          ['start', 'child'],
          ['child', 'say'],
        ],
      }),
    ],
    model: { script: [] },
  });
});
afterAll(() => system?.stop());

describe('the results of a loop', () => {
  test('an output with fields beside `output` -> kept whole; `output` alone -> its value', async () => {
    const { executionId } = await runFlow(system, { flow: 'pairs' });
    const { each, join } = await outputsOf(system, executionId);
    expect(each).toEqual({ total: 2, results: [BESIDE, BESIDE] });
    expect(join).toMatchObject({ items: [1] });
  });
});

describe('a branch that its sibling stops', () => {
  test('the sibling fails -> the stopped node names it', async () => {
    const { executions } = system.client;
    const user = system.newUser();
    const { executionId, result } = await executions.start({ flow: 'siblings', text: 'Go', user });
    await expect.poll(() => executions.waiting({ user }), { timeout: 30_000 }).toHaveLength(2);
    await executions.answer(executionId, { nodeId: 'go', answer: 'yes' });
    await expect(result()).rejects.toThrow("Node 'broken' failed");
    const nodes = await nodesOf(system, executionId);
    expect(nodes.find(({ nodeId }) => nodeId === 'ask')).toMatchObject({
      status: 'failed',
      errorMessage: "Stopped, because node 'broken' failed",
    });
  });
});

describe('executions.start', () => {
  test('without a user, of a flow with a sub-flow -> both run without a user (P80)', async () => {
    const { executionId, status, answer } = await runFlow(system, { flow: 'above', anonymous: true });
    expect({ status, answer }).toEqual({ status: 'completed', answer: 'for .' });
    expect(await childrenOf(system, executionId)).toMatchObject([{ flow: 'below', status: 'completed' }]);
  });

  test.each<[what: string, data: unknown, message: RegExp]>([
    [
      'a BigInt',
      { amount: 12n },
      /^The data of the execution is not JSON \(.*BigInt.*\): send a BigInt as a text or a number$/,
    ],
    [
      'a whole number past 2^53',
      JSON.parse('{"order":{"id":9007199254740993}}'),
      /^The data of the execution has the number '9007199254740992' in field 'order.id', which JSON rounds past 9007199254740991: send it as text$/,
    ],
    [
      'more than 64 KB',
      { text: 'x'.repeat(65_536) },
      /^The data of the execution has 65547 bytes as JSON; at most 65536 are accepted: send less, or the id of what a tool or a node looks up$/,
    ],
  ])('data with %s -> a specific error, and nothing is started', async (_what, data, message) => {
    const id = 'never';
    const start = system.client.executions.start({ flow: 'below', text: 'Go', user: 'ada', id, data });
    await expect(start).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringMatching(message),
    });
    expect(await system.client.executions.list({ user: 'ada' })).toEqual([]);
  });

  test.each<[what: string, data: unknown, message: RegExp]>([
    [
      'a whole number past 2^53',
      { amount: 2 ** 53 },
      /^The data has the number '9007199254740992' in field 'amount'/,
    ],
    ['more levels than are accepted', nest(500), /^The data has more than \d+ levels/],
  ])('data with %s, from Temporal alone -> the same error', async (what, data, message) => {
    const run = system.temporal.workflow.execute('execution', {
      taskQueue: system.taskQueue,
      workflowId: `execution/below/${what.replaceAll(' ', '-')}`,
      args: [{ flow: 'below', text: 'Go', data }],
    });
    await expect(run).rejects.toMatchObject({ cause: { message: expect.stringMatching(message) } });
  });
});

function nest(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}
