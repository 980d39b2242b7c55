import { agent } from '../../flow/kinds/node-kinds.js';
import { gated } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { registerFlows } from '../../store/flows/flows.js';
import { readEvents, reset } from '../integration/fixtures/histories.js';
import { above, line } from './flow-definitions.js';
import type { Scenario } from './scenarios.js';

export const RESET_SCENARIOS: Record<string, Scenario> = {
  'flow-subflow-reset': async (system) => {
    const running = gated('a', 'b');
    system.model.reply(running);
    const below = line('below', { ask: agent({ model: SCRIPTED_MODEL }) });
    await registerFlows(system.db, [below, above('below')]);
    const run = await system.client.executions.start({ flow: 'above', text: 'go', user: system.newUser() });
    await running.started;
    await reset(system.temporal, run.executionId);
    while (!(await isStartRejected(system, run.executionId)))
      await new Promise((resolve) => setTimeout(resolve, 50));
    running.release();
    await run.result().catch(() => undefined);
    return { 'execution-run-2': system.temporal.workflow.getHandle(run.executionId) };
  },
};

async function isStartRejected({ temporal }: TestSystem, executionId: string): Promise<boolean> {
  const events = await readEvents(temporal, executionId);
  return events.some((event) => event.startChildWorkflowExecutionFailedEventAttributes);
}
