import { defineFlow } from '../../flow/builder/define-flow.js';
import { approval, chat, reply, subflow } from '../../flow/kinds/node-kinds.js';
import { registerFlows } from '../../store/flows/flows.js';
import type { Scenario } from './scenarios.js';

export const FEW_ATTRIBUTES_SCENARIOS: Record<string, Scenario> = {
  'few-search-attributes': async (system) => {
    await registerFlows(system.db, [
      defineFlow({
        slug: 'below',
        name: 'Below',
        nodes: { chat: chat(), ask: approval({ prompt: 'Go on?' }), say: reply({ text: 'done' }) },
        edges: [
          ['chat', 'ask'],
          ['ask', 'say'],
        ],
      }),
      defineFlow({
        slug: 'above',
        name: 'Above',
        nodes: { chat: chat(), child: subflow({ flow: 'below' }), say: reply({ text: 'done' }) },
        edges: [
          ['chat', 'child'],
          ['child', 'say'],
        ],
      }),
    ]);
    const { client, temporal } = system;
    const conversation = client.conversation({ flow: 'above', user: system.newUser() });
    const { executionId, turnId } = await conversation.submit('hi');
    let child: string | undefined;
    while (child === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      child = (await client.executions.waiting())[0]?.executionId;
    }
    await client.executions.answer(child, { answer: 'yes' });
    await conversation.ask({ text: 'hi', turnId });
    return {
      conversation: temporal.workflow.getHandle(conversation.workflowId),
      execution: temporal.workflow.getHandle(executionId),
      child: temporal.workflow.getHandle(child),
    };
  },
};
