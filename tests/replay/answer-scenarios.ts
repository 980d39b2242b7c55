import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat } from '../../flow/kinds/node-kinds.js';
import { registerFlows } from '../../store/flows/flows.js';
import { fault, text } from '../../testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../testing/scripted-models.js';
import type { Scenario } from './scenarios.js';

/** Answers that are not what was asked for. */
export const ANSWER_SCENARIOS: Record<string, Scenario> = {
  /** The endpoint refuses the schema as a setting, then the answer is no such object, then it is. */
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
};
