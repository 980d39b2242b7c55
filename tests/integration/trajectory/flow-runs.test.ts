import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, code, loop, manual, reply, subflow, template } from '../../../flow/kinds/node-kinds.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';

const FAILING = "(() => { throw new Error('no luck') })()";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'rescued',
        name: 'Rescued',
        nodes: {
          start: manual(),
          first: template({ template: 'ready' }),
          work: code({ expression: FAILING }),
          rescue: template({ template: '{{ work.error }}' }),
        },
        edges: [
          ['start', 'first'],
          ['first', 'work'],
          ['work', 'rescue', { on: 'error' }],
        ],
      }),
      defineFlow({
        slug: 'plain',
        name: 'Plain',
        nodes: { start: manual(), work: code({ expression: FAILING }) },
        edges: [['start', 'work']],
      }),
      defineFlow({
        slug: 'looped',
        name: 'Looped',
        nodes: {
          start: manual(),
          each: loop({ over: '{{ [[1, 2], ["three", 4]] }}', onError: 'continue' }),
          inner: loop({ over: '{{ loop.item }}', onError: 'continue' }),
          work: code({ expression: `loop.index === 0 ? ${FAILING} : loop.item` }),
        },
        edges: [
          ['start', 'each'],
          ['each', 'inner', { on: 'item' }],
          ['inner', 'work', { on: 'item' }],
          ['work', 'inner', { on: 'next' }],
          ['inner', 'each', { on: 'next' }],
        ],
      }),
      defineFlow({
        slug: 'asks',
        name: 'Asks',
        nodes: { chat: chat(), child: subflow({ flow: 'answers' }), say: reply({ text: 'done' }) },
        edges: [
          ['chat', 'child'],
          ['child', 'say'],
        ],
      }),
      defineFlow({
        slug: 'answers',
        name: 'Answers',
        nodes: { start: manual(), say: agent({ model: SCRIPTED_MODEL }) },
        edges: [['start', 'say']],
      }),
    ],
    model: { script: () => text('fine') },
  });
});
afterAll(() => system?.stop());

describe('the runs of a flow', () => {
  test('a failed node with an error edge -> its input and error, on an abandoned branch', async () => {
    const { view } = await runToEnd('rescued');
    expect(attributesOf(view, 'Action(work@1)')).toEqual({
      action: 'work',
      params: { kind: 'code', input: { first: { output: 'ready' } } },
      output: { error: expect.stringContaining('no luck'), error_code: 'Node.Failed', reason: 'failed' },
      success: false,
    });
    expect(view.pointers).toEqual(['Action(rescue@1)']);
  });

  test('a failed node that ends its execution -> its input and error', async () => {
    const { view } = await runToEnd('plain');
    expect(attributesOf(view, 'Action(work@1)')).toMatchObject({
      params: { kind: 'code', input: { trigger: 'Go' } },
      output: { error: expect.stringContaining('no luck'), error_code: 'Node.Failed' },
      success: false,
    });
  });

  test('the first node of a loop item fails, in a nested loop -> the item as its input', async () => {
    const { view } = await runToEnd('looped');
    const inputs = ['0.0', '0.1', '1.0', '1.1'].map(
      (item) => attributesOf(view, `Action(work/${item}@1)`)?.['params'],
    );
    expect(inputs).toEqual([
      { kind: 'code', input: { loop: { item: 1, index: 0 } } },
      { kind: 'code' },
      { kind: 'code', input: { loop: { item: 'three', index: 0 } } },
      { kind: 'code' },
    ]);
  });

  test('code and template nodes -> a Script each; the flow of a sub-execution -> a Skill', async () => {
    const { view } = await runToEnd('rescued');
    expect(attributesOf(view, 'Script(work@1)')).toEqual({
      path: 'work',
      scriptType: 'code',
      content: FAILING,
    });
    expect(view.edges).toContainEqual({
      from: 'Action(first@1)',
      to: 'Script(first@1)',
      type: 'has_script',
    });
    const conversation = system.client.conversation({ flow: 'asks', user: system.newUser() });
    await conversation.ask('go');
    const { agents } = await conversation.trajectory({ subAgent: '@flow' });
    expect(attributesOf(agents[0]!.view, 'Skill(answers@1)')).toEqual({ path: 'answers' });
    expect(agents[0]!.view.edges).toContainEqual({
      from: 'Action(child@1)',
      to: 'Skill(answers@1)',
      type: 'find_relevant_tool',
    });
  });
});

async function runToEnd(flow: string) {
  const { executionId, result } = await system.client.executions.start({
    flow,
    text: 'Go',
    user: system.newUser(),
  });
  await result().catch(() => undefined);
  const { agents } = await system.client.executions.trajectory(executionId);
  return agents.find(({ subAgent }) => subAgent === '@flow')!;
}

function attributesOf({ nodes }: TrajectoryView, id: string) {
  return nodes.find((node) => node.id === id)?.attributes;
}
