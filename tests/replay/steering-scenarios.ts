import { gated, text } from '../../packages/testing/model-server/index.js';
import type { Scenario } from './scenarios.js';

export const STEERING_SCENARIOS: Record<string, Scenario> = {
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

  'steered-turn': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const [first, last] = [gated('o', 'k'), gated('more', '.')];
    system.model.reply(first, last, text('and this'));
    const { executionId, turnId } = await conversation.submit('work');
    await first.started;
    await system.client.executions.pushStep(executionId, { text: 'Go on.', when: 'after-answer' });
    await conversation.submit({ text: 'Shortly.', turnId: 'joins' }, { whileRunning: 'steer' });
    first.release();
    await last.started;
    await conversation.submit({ text: 'Late.', turnId: 'late' }, { whileRunning: 'steer' });
    last.release();
    await conversation.ask({ text: 'Late.', turnId: 'late' });
    await conversation.ask({ text: 'work', turnId });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },

  'changed-turns': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const running = gated('o', 'never');
    system.model.reply(running, text('now'), text('then'));
    const { executionId, turnId } = await conversation.submit('work');
    await running.started;
    for (const id of ['then', 'now', 'joins']) await conversation.submit({ text: id, turnId: id });
    await conversation.change(turnId, { whileRunning: 'queue' }).catch(() => undefined);
    await conversation.change('none', { whileRunning: 'queue' }).catch(() => undefined);
    await conversation.change('joins', { whileRunning: 'steer' });
    await conversation.submit({ text: 'then', turnId: 'then' }, { whileRunning: 'steer' });
    await Promise.all(
      ['steer', 'queue'].map((whileRunning) =>
        handle.executeUpdate('changeTurn', { args: [{ turnId: 'then', whileRunning }] }),
      ),
    );
    await conversation.change('now', { whileRunning: 'interrupt' });
    await conversation.ask({ text: 'then', turnId: 'then' });
    return { conversation: handle, execution: system.temporal.workflow.getHandle(executionId) };
  },

  'changed-texts': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const running = gated('o', 'never');
    system.model.reply(running, text('now'), text('then'));
    const { executionId, turnId } = await conversation.submit('work');
    await running.started;
    for (const id of ['then', 'now']) await conversation.submit({ text: id, turnId: id });
    await conversation.change('then', { text: 'Then, please.' });
    await conversation.change(turnId, { text: 'Work, please.' }).catch(() => undefined);
    await conversation.change('now', { text: 'Now, please.', whileRunning: 'interrupt' });
    await conversation.ask({ text: 'then', turnId: 'then' });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },

  'interrupted-turn': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const running = gated('o', 'never');
    system.model.reply(running, text('now'), text('then'));
    const { executionId } = await conversation.submit('work');
    await running.started;
    const waiting = await conversation.submit('wait');
    await conversation.ask('now', { whileRunning: 'interrupt' });
    await conversation.ask({ text: 'wait', turnId: waiting.turnId });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
};
