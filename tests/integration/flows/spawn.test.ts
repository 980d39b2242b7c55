import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  lastToolResults,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { requestText } from '../context/fixtures/requests.js';
import { childrenOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';
import { agentOf, scriptBySystem } from './fixtures/script-by-system.js';
import { spawnFlows } from './fixtures/spawn-flows.js';

interface Task {
  flow: string;
  text: string;
  data?: Record<string, unknown>;
}

let calls: { tasks: Task[] }[] = [];
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
        worker: (request) => text(`did ${request.text}`, { usage: { inputTokens: 100, outputTokens: 10 } }),
        self: selfish,
      }),
    },
  });
});
afterAll(() => system?.stop());
beforeEach(() => {
  calls = [];
});

describe('spawn', () => {
  test('tasks of which one fails and one is quick -> results in the order asked, the failure in its slot', async () => {
    calls = [
      {
        tasks: [
          { flow: 'worker', text: 'one' },
          { flow: 'broken', text: 'two' },
          { flow: 'echo', text: 'three', data: { a: 1 } },
        ],
      },
    ];
    const { executionId, results } = await lead();
    expect(results).toEqual([
      [
        { message: 'did one' },
        {
          error: expect.stringMatching(/^Child execution failed: .*no luck/),
          error_code: 'Node.Failed',
          reason: 'failed',
        },
        { output: { text: 'three', data: { a: 1 } } },
      ],
    ]);
    expect(await childrenOf(system, executionId)).toMatchObject([
      { executionId: `${executionId}/lead/1`, input: 'one', status: 'completed' },
      { executionId: `${executionId}/lead/2`, input: 'two', status: 'failed' },
      { executionId: `${executionId}/lead/3`, input: 'three', data: { a: 1 }, status: 'completed' },
    ]);
  });

  test('P83: the message of a failure is at most 500 characters', async () => {
    calls = [{ tasks: [{ flow: 'wordy', text: '' }] }];
    const [[failed]] = (await lead()).results as [[{ error: string }]];
    expect(failed.error.length).toBeLessThanOrEqual(500);
    expect(failed.error).toMatch(/^Child execution failed: /);
  });

  test('two calls in one step -> a result for each, no task of one in the other', async () => {
    calls = [
      { tasks: [{ flow: 'worker', text: 'one' }] },
      {
        tasks: [
          { flow: 'worker', text: 'two' },
          { flow: 'worker', text: 'three' },
        ],
      },
    ];
    const { results } = await lead();
    expect(results).toEqual([[{ message: 'did one' }], [{ message: 'did two' }, { message: 'did three' }]]);
  });

  test('a child sees only its task, its parent one result', async () => {
    calls = [{ tasks: [{ flow: 'worker', text: 'only this' }] }];
    await lead();
    const request = requestsOf('worker').at(-1)!;
    expect(requestText(request).trim()).toBe('You are worker.\nonly this');
  });

  test('usage of its children -> rolled up once, at every level', async () => {
    calls = [{ tasks: Array.from({ length: 3 }, (_, index) => ({ flow: 'worker', text: `${index}` })) }];
    const { executionId } = await lead();
    const [root] = await system.client.executions.tree(executionId);
    expect(root!.modelCalls).toBe(5);
    expect(root!.children.map(({ inputTokens, modelCalls }) => [inputTokens, modelCalls])).toEqual(
      Array.from({ length: 3 }, () => [100, 1]),
    );
  });

  test.each<[what: string, tasks: () => unknown, refusal: RegExp]>([
    ['an empty list', () => [], /the list of tasks is empty/],
    ['an unknown flow', () => [{ flow: 'nope', text: '' }], /nope/],
    ['a malformed task', () => [{ text: 'x' }], /spawn: tasks\.0\.flow/],
    ['no list', () => 'x', /spawn: tasks/],
    [
      'too many',
      () => Array.from({ length: 501 }, () => ({ flow: 'worker', text: '' })),
      /501 tasks; at most 500/,
    ],
  ])('%s -> refused as the result of the tool, nothing runs', async (_what, tasks, refusal) => {
    calls = [{ tasks: tasks() as Task[] }];
    const { executionId, said, status } = await lead();
    expect(status).toBe('completed');
    expect(said[0]).toMatch(refusal);
    expect(await childrenOf(system, executionId)).toEqual([]);
  });

  test('a flow that `spawns` does not name -> refused, naming those it may', async () => {
    calls = [{ tasks: [{ flow: 'echo', text: '' }] }];
    const { said } = await lead('limited');
    expect(said[0]).toMatch(/echo.*worker/s);
    calls = [{ tasks: [{ flow: 'worker', text: 'x' }] }];
    expect((await lead('limited')).results).toEqual([[{ message: 'did x' }]]);
  });

  test('no `spawns` -> only its own flow may be started', async () => {
    calls = [{ tasks: [{ flow: 'worker', text: '' }] }];
    const { said, executionId } = await lead('alone');
    expect(said[0]).toMatch(/'worker' is not one that this agent may start: self/);
    expect(await childrenOf(system, executionId)).toEqual([]);
  });

  test('P80: no user -> the sub-execution runs without a user, too', async () => {
    calls = [{ tasks: [{ flow: 'worker', text: '' }] }];
    const { executionId } = await runFlow(system, { flow: 'lead', anonymous: true });
    expect(await childrenOf(system, executionId)).toMatchObject([{ flow: 'worker', status: 'completed' }]);
  });

  test("P85 P86: 'self' at every level -> the same flow and trigger, refused at level 3 as a result", async () => {
    const { executionId, status } = await runFlow(system, { flow: 'self', trigger: 'second' });
    expect(status).toBe('completed');
    const levels = [];
    for (let id = executionId; ;) {
      const [child] = await childrenOf(system, id);
      if (child === undefined) break;
      levels.push({ flow: child.flow, depth: child.depth, triggerId: child.triggerId, status: child.status });
      id = child.executionId;
    }
    expect(levels).toEqual(
      [1, 2, 3].map((depth) => ({ flow: 'self', depth, triggerId: 'second', status: 'completed' })),
    );
    const results = requestsOf('self').flatMap((request) => lastToolResults(request));
    expect(results[0]!.text).toMatch(/nested 3 levels deep/);
  });

  test('results that are too large -> an artifact, and a pointer to it', async () => {
    calls = [{ tasks: Array.from({ length: 3 }, () => ({ flow: 'large', text: '' })) }];
    const { executionId, said } = await lead();
    expect(said[0]!.length).toBeLessThan(50_000);
    expect(said[0]).toMatch(/artifact:/);
    const artifacts = await system.db
      .selectFrom('artifact')
      .innerJoin('execution', 'execution.id', 'artifact.execution_id')
      .select('artifact.step')
      .where('execution.workflow_id', '=', executionId)
      .execute();
    expect(artifacts).toHaveLength(1);
  });

  test("a budget of the tree -> the children's usage counts, the next call is refused", async () => {
    calls = [{ tasks: Array.from({ length: 4 }, (_, index) => ({ flow: 'worker', text: `${index}` })) }];
    const { status, errorType } = await runFlow(system, { flow: 'lead', budget: { tokens: 1_400 } });
    expect({ status, errorType }).toEqual({ status: 'failed', errorType: 'Budget.Exceeded' });
  });
});

async function lead(flow = 'lead') {
  const run = await runFlow(system, { flow });
  const said = lastToolResults(requestsOf('lead').at(-1)!).map((result) => result.text);
  return { ...run, said, results: said.map(toJson) };
}

function toJson(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return said;
  }
}

function requestsOf(name: string): ModelRequest[] {
  return system.model.requests.filter((request) => agentOf(request) === name);
}

function selfish(request: ModelRequest): Reply {
  if (lastToolResults(request).length > 0) return text('done');
  return toolCalls([{ name: 'spawn', arguments: { tasks: [{ flow: 'self', text: 'again' }] } }]);
}
