import { gated, text } from '../../testing/model-server/index.js';
import type { Scenario } from './scenarios.js';

/** Turns that are talked to while they run. */
export const STEERING_SCENARIOS: Record<string, Scenario> = {
  /** Two steps are pushed while the first call runs: both are sent with the one that comes then. */
  'joined-step': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const running = gated('o', 'k');
    system.model.reply(running, text('more'));
    const { executionId, turnId } = await conversation.submit('work');
    await running.started;
    await system.client.executions.pushStep(executionId, { text: 'More.' });
    await system.client.executions.pushStep(executionId, { text: 'And more.' });
    running.release();
    await conversation.ask({ text: 'work', turnId });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
};
