import { text } from '../../packages/testing/model-server/index.js';
import { STEP, type Scenario } from './scenarios.js';

export const PROVIDER_SCENARIOS: Record<string, Scenario> = {
  'provider-queue': async (system) => {
    system.model.reply(STEP, text('42'));
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const { executionId } = await conversation.ask('work');
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },
};
