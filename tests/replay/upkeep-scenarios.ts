import type { WorkflowHandle } from '@temporalio/client';
import { RETENTION_WORKFLOW, retentionScheduleId } from '../../protocol/retention.js';
import { registerFlows } from '../../store/flows/flows.js';
import { fault, gated, text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { insertExpiredExecutions, refuseSweep } from '../integration/fixtures/due-retention.js';
import type { Scenario } from './scenarios.js';

export const UPKEEP_SCENARIOS: Record<string, Scenario> = {
  upkeep: async (system) => {
    const conversation = await summarizedConversation(system);
    system.model.reply(text('hello'), text('[Topic: Talk] They met.'));
    await conversation.ask('hi');
    const upkeep = await upkeepOf(system, conversation.workflowId);
    return { conversation: system.temporal.workflow.getHandle(conversation.workflowId), upkeep };
  },
  'upkeep-woken': async (system) => {
    const conversation = await summarizedConversation(system);
    const slow = gated('[Topic: Talk]', ' They met.');
    system.model.reply(text('hello'), slow, text('still here'), text('[Topic: Talk] They met twice.'));
    await conversation.ask('hi');
    await slow.started;
    await conversation.ask('still there?');
    await new Promise((resolve) => setTimeout(resolve, 500));
    slow.release();
    const upkeep = await upkeepOf(system, conversation.workflowId);
    return { conversation: system.temporal.workflow.getHandle(conversation.workflowId), upkeep };
  },
  'upkeep-failing': async (system) => {
    const conversation = await summarizedConversation(system);
    system.model.reply(text('hello'), fault.status(401));
    await conversation.ask('hi');
    return { upkeep: await upkeepOf(system, conversation.workflowId) };
  },
  retention: async (system) => {
    const handle = await startRetention(system);
    await handle.result();
    return { retention: handle };
  },
};

export const RETENTION_ROLLOVER_SCENARIOS: Record<string, Scenario> = {
  'retention-rollover': async (system) => {
    await insertExpiredExecutions(system.db, 2_400);
    await refuseSweep(system.db);
    const handle = await startRetention(system);
    await handle.result().catch(() => undefined);
    return {
      'retention-run-1': system.temporal.workflow.getHandle(handle.workflowId, handle.firstExecutionRunId),
      'retention-run-2': system.temporal.workflow.getHandle(handle.workflowId),
    };
  },
};

export const EMBEDDING_SCENARIOS: Record<string, Scenario> = {
  'upkeep-embedding': async (system) => {
    const conversation = await summarizedConversation(system);
    system.model.reply(text('hello'), text('[Topic: Talk] They met.'));
    await conversation.ask('hi');
    return { upkeep: await upkeepOf(system, conversation.workflowId) };
  },
};

async function startRetention(system: TestSystem) {
  const { taskQueue } = system;
  const workflowId = retentionScheduleId(taskQueue);
  return system.temporal.workflow.start(RETENTION_WORKFLOW, { workflowId, taskQueue });
}

async function summarizedConversation(system: TestSystem) {
  const config = { model: SCRIPTED_MODEL, system: 'Answer plainly.' };
  const nodes = [{ id: 'chat', kind: 'chat' } as const, { id: 'agent', kind: 'agent', config } as const];
  const edges = [{ from: 'chat', to: 'agent' }];
  const history = { messages: 2, summaries: { inline: false, minTokens: 0 } };
  await registerFlows(system.db, [{ slug: 'summarized', name: 'Summarized', history, nodes, edges }]);
  return system.client.conversation({ flow: 'summarized', user: system.newUser() });
}

export async function upkeepOf(system: TestSystem, conversationId: string): Promise<WorkflowHandle> {
  const handle = system.temporal.workflow.getHandle(`${conversationId}/upkeep`);
  for (let look = 0; look < 100; look += 1) {
    const state = await handle.describe().catch(() => undefined);
    if (state?.status.name === 'COMPLETED') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  return handle;
}
