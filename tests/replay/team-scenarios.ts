import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { FlowDefinition } from '../../flow/definition.js';
import { manual, workflow } from '../../flow/kinds/node-kinds.js';
import { registerFlows } from '../../store/flows/flows.js';
import { reset } from '../integration/fixtures/histories.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import type { Scenario } from './scenarios.js';

const TEAM_QUEUE = 'replay-team';

export const TEAM_WORKFLOWS = {
  repeat: { taskQueues: [TEAM_QUEUE], passStarter: true },
  runOut: { taskQueues: [TEAM_QUEUE] },
  waitForStock: { taskQueues: [TEAM_QUEUE] },
};

export const TEAM_SCENARIOS: Record<string, Scenario> = {
  'team-completed': (system) => run(system, 'repeat'),
  'team-failed': (system) => run(system, 'runOut'),
  'team-cancelled': (system) =>
    run(system, 'waitForStock', async (executionId) => {
      const child = system.temporal.workflow.getHandle(`${executionId}/team/1`);
      while (!(await child.describe().catch(() => undefined))) await new Promise((go) => setTimeout(go, 100));
      await system.temporal.workflow.getHandle(executionId).cancel();
    }),
  'team-reset': async (system) => {
    const { execution } = await run(system, 'waitForStock', async (executionId) => {
      const child = system.temporal.workflow.getHandle(`${executionId}/team/1`);
      const readRun = async () => (await child.describe().catch(() => undefined))?.runId;
      while (!(await readRun())) await new Promise((go) => setTimeout(go, 100));
      const first = await readRun();
      await reset(system.temporal, executionId);
      while ((await readRun()) === first) await new Promise((go) => setTimeout(go, 100));
      await system.temporal.workflow.getHandle(executionId).cancel();
    });
    return { 'execution-run-2': execution };
  },
};

async function run(
  system: TestSystem,
  type: keyof typeof TEAM_WORKFLOWS,
  meanwhile?: (executionId: string) => Promise<void>,
) {
  const connection = await NativeConnection.connect({ address: system.environment.temporalAddress });
  const workflowsPath = fileURLToPath(new URL('../integration/fixtures/team-workflows.ts', import.meta.url));
  const worker = await Worker.create({ connection, taskQueue: TEAM_QUEUE, workflowsPath });
  const team = { ...workflow({ type, input: 'lamp' }), id: 'team' };
  const flow: FlowDefinition = {
    slug: 'team',
    name: 'Team',
    nodes: [{ ...manual(), id: 'start' }, team],
    edges: [{ from: 'start', to: 'team' }],
  };
  await registerFlows(system.db, [flow]);
  const executionId = await worker.runUntil(async () => {
    const started = await system.client.executions.start({ flow: 'team', text: 'Go' });
    await meanwhile?.(started.executionId);
    await system.temporal.workflow
      .getHandle(started.executionId)
      .result()
      .catch(() => undefined);
    return started.executionId;
  });
  await connection.close();
  return { execution: system.temporal.workflow.getHandle(executionId) };
}
