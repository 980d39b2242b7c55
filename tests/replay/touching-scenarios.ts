import { sql } from 'kysely';
import { z } from 'zod';
import { registerFlows } from '../../store/flows/flows.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import type { Scenario } from './scenarios.js';
import { upkeepOf } from './upkeep-scenarios.js';

export const LOOK = defineTool({
  name: 'look',
  description: 'Looks at the sales.',
  input: z.object({}),
  execute: () => 'month,sales',
  touches: () => [{ type: 'Table', name: 'sales' }],
});

export const TOUCHING_SCENARIOS: Record<string, Scenario> = {
  'upkeep-describing': async (system) => {
    const conversation = await touchingConversation(system);
    await conversation.ask('look');
    const upkeep = await upkeepOf(system, conversation.workflowId);
    return { conversation: system.temporal.workflow.getHandle(conversation.workflowId), upkeep };
  },
  'described-execution': async (system) => {
    await registerTouching(system);
    const { executionId, result } = await system.client.executions.start({ flow: 'touching', text: 'look' });
    await result();
    const upkeep = await upkeepOf(system, executionId);
    return { execution: system.temporal.workflow.getHandle(executionId), upkeep };
  },
  'upkeep-recording': async (system) => {
    const conversation = await touchingConversation(system);
    await sql`alter table trajectory_edge rename to gone`.execute(system.db);
    await conversation.ask('look');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await sql`alter table gone rename to trajectory_edge`.execute(system.db);
    return { upkeep: await upkeepOf(system, conversation.workflowId) };
  },
};

async function touchingConversation(system: TestSystem) {
  await registerTouching(system);
  return system.client.conversation({ flow: 'touching', user: system.newUser() });
}

async function registerTouching(system: TestSystem): Promise<void> {
  const config = { model: SCRIPTED_MODEL, system: 'Answer plainly.', tools: ['look'] };
  const nodes = [{ id: 'chat', kind: 'chat' } as const, { id: 'agent', kind: 'agent', config } as const];
  const edges = [{ from: 'chat', to: 'agent' }];
  const history = { summaries: false as const };
  const trajectory = { descriptions: true };
  await registerFlows(system.db, [{ slug: 'touching', name: 'Touching', history, trajectory, nodes, edges }]);
  system.model.reply(
    toolCalls([{ name: 'look', arguments: {} }]),
    text('there they are'),
    text('{"1": "Sales by month."}'),
  );
}
