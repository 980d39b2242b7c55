import { fault, gated, text } from '../../packages/testing/model-server/index.js';
import { registerFlows } from '../../store/flows/flows.js';
import { looping } from './flow-definitions.js';
import type { Scenario } from './scenarios.js';

export const REDOING_SCENARIOS: Record<string, Scenario> = {
  'retried-turn': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const again = gated('o', 'k');
    system.model.reply(fault.status(400), again, fault.status(401), text('done'));
    const { turnId } = await conversation.submit('work');
    await conversation.ask({ text: 'work', turnId }).catch(() => undefined);
    const { executionId } = await conversation.retry(turnId, { turnId: 'again' });
    await again.started;
    await conversation.retry(turnId);
    await conversation.retry('none').catch(() => undefined);
    again.release();
    await handle.executeUpdate('ask', { args: [{ retryOf: turnId }] });
    await conversation.ask({ text: 'no key', turnId: 'failed' }).catch(() => undefined);
    await conversation.drop('failed');
    await conversation.restore('failed');
    await handle.signal('dropTurn', { turnId: 'failed' });
    await handle.signal('dropTurn', { turnId: 'none' });
    await conversation.ask('go on');
    return { conversation: handle, execution: system.temporal.workflow.getHandle(executionId) };
  },
  'branched-turns': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    system.model.reply(text('one'), text('two'), text('three'), text('four'), text('five'));
    await conversation.ask({ text: 'work', turnId: 'first' });
    const { executionId } = await conversation.regenerate('first', { turnId: 'again' });
    await conversation.regenerate('none').catch(() => undefined);
    await conversation.edit('first', { text: 'other work', turnId: 'other' });
    await conversation.switchTo(0);
    await conversation.switchTo(9).catch(() => undefined);
    await handle.signal('switchBranch', { branch: 1, turnId: 'to-1' });
    await handle.signal('switchBranch', { branch: 'one' });
    await handle.signal('postTurn', { regenerateOf: 'again', turnId: 'signalled' });
    await conversation.ask('go on');
    return { conversation: handle, execution: system.temporal.workflow.getHandle(executionId) };
  },
  'forked-conversation': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    system.model.reply(text('one'), text('two'));
    await conversation.ask({ text: 'work', turnId: 'first' });
    const fork = (input: object, updateId: string) =>
      handle.executeUpdate<unknown, [object]>('fork', { args: [input], updateId });
    await fork({ at: 'first' }, 'f1');
    await fork({ at: 'first' }, 'f1');
    await fork({ at: 'first', user: system.newUser(), channel: 'given' }, 'f2');
    await fork({ at: 'none' }, 'f3').catch(() => undefined);
    await fork({}, 'f4').catch(() => undefined);
    await conversation.ask('go on');
    return { conversation: handle };
  },
  'flow-rerun-from': async ({ client, db, temporal }) => {
    await registerFlows(db, [looping('loop', {})]);
    const first = await client.executions.start({ flow: 'loop', text: 'go', data: { items: [1, 2] } });
    await first.result();
    const again = await client.executions.rerun(first.executionId, { from: 'say' });
    const execution = temporal.workflow.getHandle(again.executionId);
    await execution.result();
    return { execution };
  },
  'forgotten-user': async (system) => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const message = { text: 'hi', turnId: 'one' };
    system.model.reply(text('hello'), text('hello again'));
    await conversation.ask(message);
    await system.client.forget(user);
    const { executionId } = await conversation.ask(message);
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
};
