import type { WorkflowHandle } from '@temporalio/client';
import type { FlowDefinition } from '../../flow/definition.js';
import { approval, code, custom, subflow, wait } from '../../flow/kinds/node-kinds.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { registerFlows } from '../../store/flows/flows.js';
import { fault, gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import {
  above,
  LEAD,
  line,
  looping,
  rescued,
  STOPPING_OTHERS,
  TRIAGE,
  TWO_FAILING,
} from './flow-definitions.js';
import type { Scenario } from './scenarios.js';

const BREAKS_AT_TWO = 'loop.item === 2 ? no.such.thing : loop.item';

export const FLOW_SCENARIOS: Record<string, Scenario> = {
  'flow-triage': async (system) => {
    await register(system, TRIAGE);
    system.model.reply(text('billing'), text('Billing says hello'), text('a summary'));
    const conversation = system.client.conversation({ flow: 'triage', user: system.newUser() });
    return handles(system, { execution: (await conversation.ask('My invoice is wrong')).executionId });
  },
  'flow-loop': (system) => looped(system, {}),
  'flow-loop-parallel': (system) => looped(system, { parallel: 2 }),
  'flow-loop-pauses': (system) => looped(system, { delaySeconds: 0.05 }),
  'flow-loop-stops': (system) => looped(system, { onError: 'stop' }, BREAKS_AT_TWO),
  'flow-loop-stops-others': async (system) => {
    await register(system, STOPPING_OTHERS);
    return execution(system, await run(system, 'loop'));
  },
  'flow-loop-continues': (system) => looped(system, { onError: 'continue' }, BREAKS_AT_TWO),
  'flow-loop-crowded': async (system) => {
    const takesAll = 'while (loop.item > 0) {} return 1';
    await register(system, looping('loop', { parallel: 3, onError: 'continue' }, takesAll));
    return execution(system, await run(system, 'loop'));
  },
  'flow-outside-searchable': (system) => looped(system, {}),
  'flow-wait': async (system) => {
    await register(system, line('waits', { pause: wait({ seconds: 0.1 }) }));
    return execution(system, await run(system, 'waits'));
  },
  'flow-id-taken': async (system) => {
    await register(system, looping('loop', {}));
    const { taskQueue } = system;
    const start = (user: string) =>
      system.temporal.workflow.start('execution', {
        taskQueue,
        workflowId: 'execution/loop/daily',
        args: [{ flow: 'loop', user, data: { items: [1] } }],
      });
    await (await start('ada')).result();
    const handle = await start('bob');
    await handle.result().catch(() => undefined);
    return { execution: handle };
  },
  'flow-approval-confirmed': (system) => approve(system, { answer: 'yes' }),
  'flow-approval-refused': (system) => approve(system, { answer: 'no' }),
  'flow-approval-goes-on': (system) => approve(system, { answer: 'no', onRefusal: 'continue' }),
  'flow-approval-expired': (system) => approve(system, { expiresSeconds: 0.3 }),
  'flow-approval-rescued': (system) => approve(system, { answer: 'no', isRescued: true }),
  'flow-approval-by-message': async (system) => {
    await register(system, line('asks', { ask: approval({ prompt: 'Go on?' }) }));
    const conversation = system.client.conversation({ flow: 'asks', user: system.newUser() });
    const { turnId, executionId } = await conversation.submit('buy');
    await untilAsked(system, executionId);
    await conversation.submit('yes');
    await conversation.ask({ text: 'buy', turnId });
    const [conversationId = ''] = executionId.split('/turn/');
    return handles(system, { conversation: conversationId, execution: executionId });
  },
  'flow-subflow': async (system) => {
    await register(system, line('below', {}), above('below'));
    const executionId = await run(system, 'above');
    return handles(system, { execution: executionId, child: `${executionId}/child/1` });
  },
  'flow-subflow-failed': async (system) => {
    await register(system, line('below', { broken: code({ expression: 'null.member' }) }), above('below'));
    const executionId = await run(system, 'above');
    return handles(system, { execution: executionId, child: `${executionId}/child/1` });
  },
  'flow-subflow-cancelled': async (system) => {
    await register(system, line('below', { ask: approval({ prompt: 'Go on?' }) }), above('below'));
    const executionId = await begin(system, 'above');
    const child = system.temporal.workflow.getHandle(`${executionId}/child/1`);
    await untilAsked(system, child.workflowId);
    await child.cancel();
    await ended(system, executionId);
    return handles(system, { execution: executionId, child: child.workflowId });
  },
  'flow-cancelled-with-children': async (system) => {
    await register(system, line('below', { ask: approval({ prompt: 'Go on?' }) }), above('below'));
    const executionId = await begin(system, 'above');
    await untilAsked(system, `${executionId}/child/1`);
    await system.temporal.workflow.getHandle(executionId).cancel();
    await ended(system, executionId);
    return handles(system, { execution: executionId, child: `${executionId}/child/1` });
  },
  'flow-spawn': async (system) => {
    const tasks = ['one', 'two'].map((task) => ({ flow: 'below', text: task }));
    await register(system, line('below', {}), line('leads', { lead: LEAD }));
    system.model.reply(
      toolCalls([{ name: 'spawn', arguments: { tasks: [] } }]),
      toolCalls([{ name: 'spawn', arguments: { tasks } }]),
      text('done'),
    );
    const executionId = await run(system, 'leads');
    return handles(system, { execution: executionId, child: `${executionId}/lead/1` });
  },
  'flow-spawn-crowded': async (system) => {
    const tasks = Array.from({ length: 10 }, (_, index) => ({ flow: 'below', text: `${index}` }));
    await register(system, line('below', {}), line('leads', { lead: LEAD }));
    const spawn = { name: 'spawn', arguments: { tasks } };
    system.model.reply(toolCalls([spawn, spawn]), text('done'));
    return execution(system, await run(system, 'leads'));
  },
  'flow-spawn-terminated': async (system) => {
    const tasks = ['one', 'two'].map((task) => ({ flow: 'below', text: task }));
    await register(
      system,
      line('below', { ask: approval({ prompt: 'Go on?' }) }),
      line('leads', { lead: LEAD }),
    );
    system.model.reply(toolCalls([{ name: 'spawn', arguments: { tasks } }]), text('done'));
    const executionId = await begin(system, 'leads');
    for (const n of [1, 2]) await untilAsked(system, `${executionId}/lead/${n}`);
    await system.temporal.workflow.getHandle(`${executionId}/lead/1`).terminate();
    await answer(system, `${executionId}/lead/2`, 'yes');
    await ended(system, executionId);
    return handles(system, { execution: executionId });
  },
  'flow-custom-retry': async (system) => {
    await register(system, line('own', { flaky: custom('flaky', {}) }));
    return execution(system, await run(system, 'own'));
  },
  'flow-error-edge': async (system) => {
    await register(system, {
      ...line('handled', { broken: code({ expression: 'null.member' }) }),
      edges: [
        { from: 'chat', to: 'broken' },
        { from: 'broken', to: 'say', on: 'error' },
      ],
    });
    return execution(system, await run(system, 'handled'));
  },
  'flow-two-failing': async (system) => {
    const running = gated('a', 'b');
    await register(system, TWO_FAILING);
    system.model.reply(fault.status(401), running);
    const executionId = await run(system, 'two');
    running.release();
    return handles(system, { execution: executionId });
  },
};

export const FLOW_ROLLOVER_SCENARIOS: Record<string, Scenario> = {
  'flow-loop-continue-as-new': async (system) => {
    await register(system, looping('loop', { delaySeconds: 0.02 }));
    const executionId = await run(
      system,
      'loop',
      Array.from({ length: 30 }, (_, index) => index),
    );
    return everyRun(system, executionId);
  },
  'flow-beside-child-continue-as-new': async (system) => {
    const { nodes, edges, ...loops } = looping('loop', { delaySeconds: 0.02 });
    const child: FlowNode = { id: 'child', ...subflow({ flow: 'below' }) };
    await register(system, line('below', { ask: approval({ prompt: 'Go on?' }) }), {
      ...loops,
      nodes: [...nodes, child],
      edges: [...edges, { from: 'start', to: 'child' }],
    });
    const executionId = await begin(
      system,
      'loop',
      Array.from({ length: 60 }, (_, index) => index),
    );
    await untilRun(system, executionId, 30);
    await answer(system, `${executionId}/child/1`, 'yes');
    await ended(system, executionId);
    return everyRun(system, executionId);
  },
  'flow-asking-continue-as-new': askOverRuns,
  'flow-waits-for-continue-as-new': askOverRuns,
};

async function askOverRuns(system: TestSystem): Promise<Record<string, WorkflowHandle>> {
  const { nodes, edges, ...loops } = looping('loop', { delaySeconds: 0.02 });
  const ask: FlowNode = { id: 'ask', ...approval({ prompt: 'Go on?' }) };
  await register(system, {
    ...loops,
    nodes: [...nodes, ask],
    edges: [...edges, { from: 'start', to: 'ask' }],
  });
  const executionId = await begin(
    system,
    'loop',
    Array.from({ length: 30 }, (_, index) => index),
  );
  const handle = system.temporal.workflow.getHandle(executionId);
  const { runId: first } = await handle.describe();
  while ((await handle.describe()).runId === first) await new Promise((resolve) => setTimeout(resolve, 20));
  await answer(system, executionId, 'yes');
  await ended(system, executionId);
  return everyRun(system, executionId);
}

async function everyRun(system: TestSystem, executionId: string): Promise<Record<string, WorkflowHandle>> {
  const runs: Record<string, WorkflowHandle> = {};
  for await (const { runId } of system.temporal.workflow.list({ query: `WorkflowId = '${executionId}'` }))
    runs[`execution-run-${Object.keys(runs).length + 1}`] = system.temporal.workflow.getHandle(
      executionId,
      runId,
    );
  return runs;
}

async function approve(
  system: TestSystem,
  {
    answer: words,
    isRescued = false,
    ...config
  }: { answer?: string; expiresSeconds?: number; onRefusal?: 'continue'; isRescued?: boolean },
): Promise<Record<string, WorkflowHandle>> {
  const flow = line('asks', { ask: approval({ prompt: 'Go on?', ...config }) });
  await register(system, isRescued ? rescued(flow, 'ask') : flow);
  const executionId = await begin(system, 'asks');
  if (words !== undefined) {
    await untilAsked(system, executionId);
    await answer(system, executionId, words);
  }
  await ended(system, executionId);
  return handles(system, { execution: executionId });
}

async function register(system: TestSystem, ...flows: FlowDefinition[]): Promise<void> {
  await registerFlows(system.db, flows);
}

async function begin(system: TestSystem, flow: string, items: unknown[] = [1, 2, 3]): Promise<string> {
  const user = system.newUser();
  const { executionId } = await system.client.executions.start({ flow, text: 'go', data: { items }, user });
  return executionId;
}

async function run(system: TestSystem, flow: string, items?: unknown[]): Promise<string> {
  const executionId = await begin(system, flow, items);
  await ended(system, executionId);
  return executionId;
}

async function ended(system: TestSystem, executionId: string): Promise<void> {
  await system.temporal.workflow
    .getHandle(executionId)
    .result()
    .catch(() => undefined);
}

async function answer(system: TestSystem, executionId: string, words: string): Promise<void> {
  await system.temporal.workflow
    .getHandle(executionId)
    .executeUpdate('answer', { args: [{ answer: words }] });
}

async function untilAsked(system: TestSystem, executionId: string): Promise<void> {
  for (;;) {
    const row = await system.db
      .selectFrom('execution')
      .select('status')
      .where('workflow_id', '=', executionId)
      .executeTakeFirst();
    if (row?.status === 'interrupted') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function untilRun(system: TestSystem, executionId: string, runs: number): Promise<void> {
  for (;;) {
    const rows = await system.db
      .selectFrom('node_output')
      .innerJoin('execution', 'execution.id', 'node_output.execution_id')
      .select('run')
      .where('workflow_id', '=', executionId)
      .execute();
    if (rows.length >= runs) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function execution(system: TestSystem, executionId: string): Record<string, WorkflowHandle> {
  return handles(system, { execution: executionId });
}

function handles(system: TestSystem, ids: Record<string, string>): Record<string, WorkflowHandle> {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, system.temporal.workflow.getHandle(id)]),
  );
}

async function looped(
  system: TestSystem,
  ...loop: Parameters<typeof looping> extends [string, ...infer Rest] ? Rest : never
): ReturnType<Scenario> {
  await register(system, looping('loop', ...loop));
  return execution(system, await run(system, 'loop'));
}
