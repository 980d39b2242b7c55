import { text } from '../../packages/testing/model-server/index.js';
import type { Scenario } from './scenarios.js';

export const FINISHING_SCENARIOS: Record<string, Scenario> = {
  'quick-turn': async (system) => {
    system.model.reply(text('hello'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { executionId } = await conversation.ask('hi');
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
};
