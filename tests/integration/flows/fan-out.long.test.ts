import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { mostChildren } from './fixtures/most-children.js';
import { childrenOf, outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';
import { agentOf, scriptBySystem } from './fixtures/script-by-system.js';
import { spawnFlows } from './fixtures/spawn-flows.js';

let calls: { tasks: { flow: string; text: string }[] }[] = [];
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: spawnFlows(),
    model: {
      script: scriptBySystem({
        lead: (request) =>
          lastToolResults(request).length > 0
            ? text('led')
            : toolCalls(calls.map((call) => ({ name: 'spawn', arguments: call }))),
        worker: (request) => text(`did ${request.text}`),
      }),
    },
  });
});
afterAll(() => system?.stop());
beforeEach(() => {
  calls = [];
});

describe('the deadline of a call', () => {
  test('a task that outlasts the `spawnSeconds` of its agent -> cancelled, the others keep their results', async () => {
    calls = [
      {
        tasks: [
          { flow: 'worker', text: 'one' },
          { flow: 'sleepy', text: 'two' },
        ],
      },
    ];
    const { executionId, results } = await lead('hurried');
    expect(results).toEqual([
      [
        { message: 'did one' },
        { error: 'The deadline of 3 seconds passed', error_code: 'Execution.TimedOut', reason: 'timeout' },
      ],
    ]);
    expect(await childrenOf(system, executionId)).toMatchObject([
      { status: 'completed' },
      { status: 'cancelled' },
    ]);
  });
});

describe('fan-out', () => {
  const TASKS = 30;

  test(`${TASKS} tasks -> at most 16 at once, all results in order, nothing left running`, async () => {
    const tasks = Array.from({ length: TASKS }, (_, index) => ({ flow: 'echo', text: `${index}` }));
    calls = [{ tasks }];
    const { executionId, results } = await lead('roomy');
    expect(await mostChildren(system, executionId)).toBe(16);
    expect(results).toEqual([tasks.map((task) => ({ output: { text: task.text, data: null } }))]);
    await expectAllEnded(executionId, TASKS);
  });

  test(`${TASKS} items of a loop over a subflow, 10 at once -> all results in order, nothing left running`, async () => {
    const items = Array.from({ length: TASKS }, (_, index) => index);
    const { executionId, status } = await runFlow(system, { flow: 'fanning', data: { items } });
    expect(status).toBe('completed');
    expect(await mostChildren(system, executionId)).toBeLessThanOrEqual(10);
    expect(await mostChildren(system, executionId)).toBeGreaterThan(4);
    expect((await outputsOf(system, executionId))['each']).toEqual({
      total: TASKS,
      results: items.map((item) => ({ text: 'Go', data: { item } })),
    });
    await expectAllEnded(executionId, TASKS);
  });
});

async function expectAllEnded(executionId: string, total: number): Promise<void> {
  const children = await childrenOf(system, executionId);
  expect(children).toHaveLength(total);
  expect(new Set(children.map(({ status }) => status))).toEqual(new Set(['completed']));
  for (const child of children.slice(0, 3)) {
    const { status } = await system.temporal.workflow.getHandle(child.executionId).describe();
    expect(status.name).toBe('COMPLETED');
  }
}

async function lead(flow: string) {
  const run = await runFlow(system, { flow });
  const asked = system.model.requests.filter((request) => agentOf(request) === 'lead');
  const results = lastToolResults(asked.at(-1)!).map((result) => JSON.parse(result.text) as unknown);
  return { ...run, results };
}
