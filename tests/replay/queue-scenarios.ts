import { fault, gated, text } from '../../packages/testing/model-server/index.js';
import { both, smallConversation, STEP, type Scenario } from './scenarios.js';

export const QUEUE_SCENARIOS: Record<string, Scenario> = {
  queues: async (system) => {
    const call = { tool: 'calculate', input: { expression: '6*7' } };
    const conversation = await smallConversation(system, {
      queues: { pre: ['Prepare.', call], post: [call, 'Clean up.'] },
    });
    const running = gated('o', 'k');
    system.model.reply(text('prepared'), running, STEP, text('more'), text('clean'));
    const { executionId, turnId } = await conversation.submit('work');
    await running.started;
    await system.client.executions.pushStep(executionId, { text: 'More.' });
    running.release();
    await conversation.ask({ text: 'work', turnId });
    return both(system, { executionId });
  },
  'failed-queue-tools': async (system) => {
    const failing = { tool: 'calculate', input: { expression: '6*' } };
    const conversation = await smallConversation(system, {
      queues: { pre: [failing, 'Prepare.'], post: [failing] },
    });
    system.model.reply(text('prepared'), text('ok'));
    const { executionId } = await conversation.ask('work');
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },
  'failed-queues': async (system) => {
    const conversation = await smallConversation(system, { queues: { post: ['Clean up.', 'And more.'] } });
    system.model.reply(fault.status(401), fault.status(401), text('clean'));
    const { executionId, turnId } = await conversation.submit('work');
    await conversation.ask({ text: 'work', turnId }).catch(() => undefined);
    return both(system, { executionId });
  },
};
