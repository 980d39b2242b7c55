import { NO_USER_LIMITS } from '../../protocol/user-limits.js';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createAgentActivities, createExecutionActivities } from '../../activities/create-activities.js';
import { DEFAULT_TIMING, type ActivityDependencies } from '../../activities/dependencies.js';
import { UserSlots } from '../../activities/user-slots.js';
import { runActivity } from '../../packages/lab/bench/turn/run-activity.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../context/plan/settings.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { stepBase } from '../../flow/execution/step-blocks.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { createNodeRegistry } from '../../extend/nodes/node-registry.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { createScriptedSettings, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { calculate } from '../../extend/tools/calculate.js';
import { currentTime } from '../../extend/tools/current-time.js';
import { createToolRegistry } from '../../extend/tools/tool-registry.js';

const RUN = 5_000_000;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    withoutWorker: true,
    flows: [{ ...assistantFlow(SCRIPTED_MODEL), budget: { tokens: 1_000_000 } }],
  });
});
afterAll(() => system?.stop());

describe('an execution with millions of runs', () => {
  test('an agent far behind -> plans, calls, runs tools, is recorded and answers', async () => {
    const { workflowId, ...activities } = await beginExecution();
    const first = stepBase(RUN) + 1;
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('It is 42.'),
    );
    expect(await activities.step(first)).toEqual(['calculate']);
    await activities.runTool({ step: first, ordinal: 1 });
    expect(await activities.step(first + 1)).toEqual([]);
    expect(await activities.finish()).toMatchObject({ status: 'completed', preview: 'It is 42.' });
    const { rows } = await sql<{ steps: number[]; runs: number[]; nodes: number }>`
      select (select array_agg(step::float8 order by step) from trace_message where ordinal = 0) as steps,
        (select array_agg(run) from node_output) as runs,
        (select count(*)::integer from trajectory_node where step >= ${stepBase(RUN)}) as nodes
      from execution where workflow_id = ${workflowId}`.execute(system.db);
    expect(rows).toEqual([{ steps: [first, first + 1], runs: [RUN], nodes: 5 }]);
  });

  test('columns that hold a step -> all have room for it', async () => {
    const { rows } = await sql<{ at: string }>`
      select table_name || '.' || column_name as at from information_schema.columns
      where table_schema = 'public' and (column_name = 'recorded_through' or column_name ~ '(^|_)step$')
        and data_type <> 'bigint'`.execute(system.db);
    expect(rows).toEqual([]);
  });
});

async function beginExecution() {
  const { db, model } = system;
  const models = createModelRegistry(createScriptedSettings(model.baseUrl));
  const dependencies: ActivityDependencies = {
    db,
    models,
    tools: createToolRegistry([currentTime, calculate]),
    nodes: createNodeRegistry([]),
    settings: DEFAULT_CONTEXT_SETTINGS,
    userLimits: NO_USER_LIMITS,
    providers: {},
    pace: (_call, ask) => ask(),
    userSlots: new UserSlots({ slotsPerUser: Infinity, leaseMs: 0, workingMs: 0 }),
    describeWorkflow: () => Promise.resolve({ isOpen: true, parentId: undefined }),
    searchAttributes: () => [],
    timing: DEFAULT_TIMING,
  };
  const { beginExecution: begin, finishExecution } = createExecutionActivities(dependencies);
  const { trimContext, callModel, runTool } = createAgentActivities(dependencies);
  const workflowId = `execution/assistant/${randomUUID()}`;
  await runActivity(workflowId, begin, { flow: 'assistant', text: 'What is 6*7?' });
  return {
    workflowId,
    async step(step: number): Promise<readonly string[]> {
      const plan = { step, nodeId: 'agent', withoutTools: false, isHarder: false };
      await runActivity(workflowId, trimContext, plan);
      return (await runActivity(workflowId, callModel, { step })).tools;
    },
    runTool: (call: { step: number; ordinal: number }) => runActivity(workflowId, runTool, call),
    finish: () => runActivity(workflowId, finishExecution, { status: 'completed' }),
  };
}
