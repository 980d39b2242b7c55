import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat } from '../../flow/kinds/node-kinds.js';
import { registerFlows } from '../../store/flows/flows.js';
import { fault, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { Scenario } from './scenarios.js';

export const ANSWER_SCENARIOS: Record<string, Scenario> = {
  'repaired-object': async (system) => {
    const output = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const flow = defineFlow({
      slug: 'reader',
      name: 'Reader',
      nodes: { chat: chat(), read: agent({ model: SCRIPTED_MODEL, output }) },
      edges: [['chat', 'read']],
    });
    await registerFlows(system.db, [flow]);
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    system.model.reply(fault.status(400), text('Oslo.'), text('{"city":"Oslo"}'));
    const { executionId } = await conversation.ask('Where?');
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
  'rejected-layout': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(
      fault.status(500, { message: 'Jinja Exception: System message must be at the beginning.' }),
      text('Yes.'),
    );
    const { executionId } = await conversation.ask('Is it?');
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
  fallback: async (system) => {
    const flow = defineFlow({
      slug: 'several',
      name: 'Several',
      nodes: {
        chat: chat(),
        agent: agent({ model: [SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL], tools: ['calculate'] }),
      },
      edges: [['chat', 'agent']],
    });
    await registerFlows(system.db, [flow]);
    const conversation = system.client.conversation({ flow: 'several', user: system.newUser() });
    system.model.reply(
      fault.rateLimited({ retryAfter: 60 }),
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('42.'),
    );
    const { executionId } = await conversation.ask('What is 6*7?');
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
};
