import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { reply, manual, wait } from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { SubflowConfig } from '../../../flow/kinds/subflow.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { childrenOf, outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';
import { scriptBySystem } from './fixtures/script-by-system.js';
import { nothingNode, parentFlow, parentFlows, SHAPE, targetFlows } from './fixtures/subflows.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [...targetFlows(), versioned('zero'), ...parentFlows()],
    nodes: [nothingNode],
    model: { script: scriptBySystem({ speaker: 'abc', silent: () => text(' ') }) },
  });
});
afterAll(() => system?.stop());

describe('what a sub-execution is given', () => {
  test.each<[name: string, scope: SubflowConfig['extraConfig'], given: string]>([
    ['P68: the default', undefined, 'abc'],
    ['P68: last_message', { inputSource: 'last_message' }, 'abc'],
    ['P70: the text of a node', { inputSource: 'node_output', sourceNodeId: 'speaker' }, 'abc'],
    [
      'P70: the object of a node',
      { inputSource: 'node_output', sourceNodeId: 'shape' },
      '{"list":[1,{"a":2}]}',
    ],
    ['P70: a node that did not run', { inputSource: 'node_output', sourceNodeId: 'after' }, ''],
    ['P70: no node', { inputSource: 'node_output' }, ''],
    ['P71: an unknown source', { inputSource: 'xyz' }, ''],
  ])('%s %j -> %j', async (_name, scope, given) => {
    const config = { flow: 'echo', ...(scope && { extraConfig: scope }) };
    await registerFlows(system.db, [parentFlow('scoped', config)]);
    const { executionId, status } = await runFlow(system, { flow: 'scoped', text: 'parent text' });
    expect(status).toBe('completed');
    const [child] = await childrenOf(system, executionId);
    expect(child).toMatchObject({ input: given, parentNodeId: 'child', depth: 1, status: 'completed' });
    expect((await outputsOf(system, executionId))['child']).toMatchObject({ output: { text: given } });
  });

  test('P68: no messages yet -> the input of the execution', async () => {
    const { executionId } = await runFlow(system, { flow: 'direct', text: 'parent text' });
    expect(await childrenOf(system, executionId)).toMatchObject([{ input: 'parent text' }]);
  });

  test('P74: a mapping -> values by their paths; missing, through a text, of a prototype: null', async () => {
    const { executionId } = await runFlow(system, { flow: 'mapped', data: { deep: { x: 1 } } });
    const [child] = await childrenOf(system, executionId);
    expect(child!.data).toEqual({
      value: 'abc',
      member: 2,
      trigger: 1,
      missing: null,
      through: null,
      proto: null,
      length: null,
    });
    expect((await outputsOf(system, executionId))['child']).toMatchObject({ output: { data: child!.data } });
    expect(child!.givenTokens).toBeGreaterThan(10);
    expect(child!.returnedTokens).toBeGreaterThan(0);
  });
});

describe('what a sub-execution gives', () => {
  test.each<[kind: string, result: unknown, messages: string[]]>([
    ['output', { output: { a: 1 } }, ['said']],
    ['message', { message: 'abc' }, ['abc']],
    ['outputs', { node_outputs: { shape: { output: SHAPE } } }, []],
    ['null', null, []],
  ])(
    'P76 P77: %s -> its result as an object, its last words as one message',
    async (kind, result, messages) => {
      const { executionId, status } = await runFlow(system, { flow: `takes-${kind}` });
      expect(status).toBe('completed');
      expect((await outputsOf(system, executionId))['child']).toEqual(result);
      const said = await system.db
        .selectFrom('trace_message')
        .innerJoin('execution', 'execution.id', 'trace_message.execution_id')
        .select(['ordinal', 'content'])
        .where('execution.workflow_id', '=', executionId)
        .execute();
      expect(said).toEqual(
        messages.map((message) => ({
          ordinal: 0,
          content: [{ type: 'text', text: message }],
        })),
      );
    },
  );
});

describe('which flow a sub-execution runs', () => {
  test('P79: an unknown slug and no id -> "Target flow not found", with the slug', async () => {
    const { status, errorType, errorMessage } = await runFlow(system, { flow: 'lost' });
    expect({ status, errorType }).toEqual({ status: 'failed', errorType: 'Flow.NotFound' });
    expect(errorMessage).toMatch(/Target flow not found: there is no flow 'nowhere'/);
  });

  test('P79: an unknown slug with an id, an id alone -> the flow of the id', async () => {
    const { id } = await system.db
      .selectFrom('flow')
      .select('id')
      .where('slug', '=', 'echo')
      .executeTakeFirstOrThrow();
    for (const config of [{ flow: 'nowhere', flowId: id }, { flowId: id }]) {
      await registerFlows(system.db, [parentFlow('by-id', config)]);
      const { executionId } = await runFlow(system, { flow: 'by-id' });
      expect(await childrenOf(system, executionId)).toMatchObject([{ flow: 'echo', status: 'completed' }]);
    }
  });

  test('P80: no user anywhere -> the sub-execution runs without a user, too', async () => {
    const { executionId, status } = await runFlow(system, { flow: 'direct', anonymous: true });
    expect(status).toBe('completed');
    const [child] = await childrenOf(system, executionId);
    expect(child).toMatchObject({ status: 'completed' });
    const row = await system.db
      .selectFrom('execution')
      .select('user_id')
      .where('workflow_id', '=', child!.executionId)
      .executeTakeFirstOrThrow();
    expect(row.user_id).toBeNull();
  });

  test('P89: a flow that starts itself -> ends at the limit with a clear refusal', async () => {
    const { executionId, status, errorMessage } = await runFlow(system, { flow: 'selfish' });
    expect(status).toBe('failed');
    expect(errorMessage).toMatch(/nested 3 levels deep/);
    const [root] = await system.client.executions.tree(executionId);
    const [one] = root!.children;
    const [two] = one!.children;
    const [three] = two!.children;
    expect([one, two, three].map((child) => child!.status)).toEqual(['failed', 'failed', 'failed']);
    expect(three!.children).toEqual([]);
    expect(three!.errorType).toBe('Flow.TooDeep');
  });

  test('a new version while it runs -> it ends in its planned version', async () => {
    await registerFlows(system.db, [versioned('one')]);
    const { executionId, result } = await start('takes-versioned');
    await childRuns(executionId);
    await registerFlows(system.db, [versioned('two')]);
    await result();
    expect((await outputsOf(system, executionId))['child']).toEqual({ output: 'one' });
    const again = await runFlow(system, { flow: 'takes-versioned' });
    expect((await outputsOf(system, again.executionId))['child']).toEqual({ output: 'two' });
    const [first] = await childrenOf(system, executionId);
    const [second] = await childrenOf(system, again.executionId);
    expect(second!.flowVersion).toBe(first!.flowVersion + 1);
  });
});

describe('a sub-execution that does not complete', () => {
  test('P83: it fails, no error edge -> the parent fails with node and reason', async () => {
    const { status, errorMessage } = await runFlow(system, { flow: 'takes-broken' });
    expect(status).toBe('failed');
    expect(errorMessage).toMatch(/^Node 'child' → flow '[^']+' (→ node '[^']+' )?failed: .*no luck/);
  });

  test('it fails, an error edge -> its target sees error and error_code, the parent completes', async () => {
    const { status, answer } = await runFlow(system, { flow: 'rescuing' });
    expect(status).toBe('completed');
    expect(answer).toMatch(/^Rescued from Flow 'broken' .*no luck.* \(Node\.Failed\)$/);
  });

  test('P82: it alone is cancelled -> the parent fails with it', async () => {
    const { executionId, result } = await start('takes-endless');
    await childRuns(executionId);
    const [child] = await childrenOf(system, executionId);
    await system.client.executions.cancel(child!.executionId);
    await expect(result()).rejects.toThrow('Child execution was canceled');
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'failed',
      errorType: 'Cancelled',
    });
    expect(await outputsOf(system, executionId)).not.toHaveProperty('after');
  });

  test('a parallel loop over one that fails for an item -> its error in its place', async () => {
    const { executionId } = await runFlow(system, { flow: 'loops', data: { items: [1, 0, 2] } });
    expect((await outputsOf(system, executionId))['each']).toEqual({
      total: 3,
      results: [
        1,
        {
          error: expect.stringMatching(/^Flow 'picky' → node 'run' failed: /),
          error_code: 'Node.Failed',
          reason: 'failed',
        },
        2,
      ],
    });
    const ids = (await childrenOf(system, executionId)).map((child) => child.executionId);
    expect(ids.sort()).toEqual([0, 1, 2].map((index) => `${executionId}/child/${index}/1`));
  });

  test('P116: a completed one is cancelled -> unchanged, no error', async () => {
    const { executionId } = await runFlow(system, { flow: 'direct' });
    const [child] = await childrenOf(system, executionId);
    for (const id of [child!.executionId, executionId]) {
      await system.client.executions.cancel(id);
      expect(await system.client.executions.get(id)).toMatchObject({ status: 'completed' });
    }
  });
});

function start(flow: string) {
  return system.client.executions.start({ flow, text: 'Go', user: system.newUser() });
}

async function childRuns(executionId: string): Promise<void> {
  await expect.poll(() => childrenOf(system, executionId)).toMatchObject([{ status: 'running' }]);
}

function versioned(version: string): FlowDefinition {
  return defineFlow({
    slug: 'versioned',
    name: 'Versioned',
    nodes: { start: manual(), pause: wait({ seconds: 2 }), say: reply({ text: version }) },
    edges: [
      ['start', 'pause'],
      ['pause', 'say'],
    ],
  });
}
