import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat, custom } from '../../flow/kinds/node-kinds.js';
import { defineNode } from '../../extend/nodes/define-node.js';
import { registerFlows } from '../../store/flows/flows.js';
import { announceWorker } from '../../store/workers/live-workers.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import type { Scenario } from './scenarios.js';

const input = z.object({});
const late = defineTool({ name: 'late', description: 'Is late.', input, execute: () => 'done' });
const mark = defineNode({ kind: 'custom:late', config: z.object({}), execute: () => 'marked' });

export const MOVED_SCENARIOS: Record<string, Scenario> = {
  'moved-to-capable-worker': async (system) => {
    const has = { tools: ['late'], kinds: ['custom:late'], models: [], flows: {} };
    await announceWorker(system.db, { id: 'coming', name: 'coming', taskQueue: system.taskQueue, ...has });
    await registerFlows(system.db, [
      defineFlow({
        slug: 'moving',
        name: 'Moving',
        nodes: {
          chat: chat(),
          own: custom('late', {}),
          say: agent({ model: SCRIPTED_MODEL, tools: ['late'] }),
        },
        edges: [
          ['chat', 'own'],
          ['own', 'say'],
        ],
      }),
    ]);
    system.model.reply(toolCalls([{ name: 'late', arguments: {} }]), text('done'));
    const conversation = system.client.conversation({ flow: 'moving', user: system.newUser() });
    const { turnId, executionId } = await conversation.submit('hi');
    await isRetried(system, executionId);
    await system.startWorker({ tools: [late], nodes: [mark] });
    await conversation.ask({ text: 'hi', turnId });
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },

  'missing-everywhere': async (system) => {
    const nodes = { chat: chat(), say: agent({ model: SCRIPTED_MODEL, tools: ['nowhere'] }) };
    await registerFlows(system.db, [
      defineFlow({ slug: 'lost', name: 'Lost', nodes, edges: [['chat', 'say']] }),
    ]);
    const conversation = system.client.conversation({ flow: 'lost', user: system.newUser() });
    const { turnId, executionId } = await conversation.submit('hi');
    await conversation.ask({ text: 'hi', turnId }).catch(() => undefined);
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },
};

async function isRetried(system: TestSystem, executionId: string): Promise<void> {
  for (;;) {
    const { raw } = await system.temporal.workflow.getHandle(executionId).describe();
    if (raw.pendingActivities?.some(({ attempt }) => (attempt ?? 0) > 1)) return;
    await sleep(100);
  }
}
