import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, code, manual, merge, reply, template } from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { fault } from '../../../testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { outputsOf } from './fixtures/rows.js';
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

  test('a node that succeeds -> the edge is not taken', async () => {
    const { nodes, answer } = await runFlow(system, { flow: 'nothing-wrong' });
    expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['work', 'fine', 'join', 'say']);
    expect(answer).toBe('1 came');
  });
});

describe('a failure without an error edge', () => {
  test.each([
    ['code-plain', /^Node 'work' failed: .*no luck/, 'Node.Failed'],
    ['agent-plain', /^Node 'work' failed: /, 'Model.Authentication'],
  ])('%s -> the execution fails, naming the node; nothing after it runs', async (flow, message, type) => {
    const { executionId, status, errorType, errorMessage, nodes } = await runFlow(system, { flow });
    expect({ status, errorType }).toEqual({ status: 'failed', errorType: type });
    expect(errorMessage).toMatch(message);
    expect(nodes.map(({ nodeId }) => nodeId)).not.toContain('after');
    expect(nodes.every((node) => ['failed', 'success'].includes(node.status))).toBe(true);
    const { status: ended } = await system.temporal.workflow.getHandle(executionId).describe();
    expect(ended.name).toBe('FAILED');
  });
});

type Work = Parameters<typeof defineFlow>[0]['nodes'][string];

function rescuing(slug: string, work: Work): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      work,
      fine: template({ template: 'fine' }),
      rescue: template({ template: { error: '{{ work.error }}', code: '{{ work.error_code }}' } }),
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
