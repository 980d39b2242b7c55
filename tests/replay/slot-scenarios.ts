import { gated, text } from '../../packages/testing/model-server/index.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { slotsPerUser } from '../../worker/tune-worker.js';
import type { Scenario } from './scenarios.js';

export const SLOT_SCENARIOS: Record<string, Scenario> = {
  'waits-for-slot': async (system) => {
    const other = gated('a', 'b');
    system.model.reply(other);
    await chatOf(system, { user: system.newUser('other'), chat: 'running' }).submit('hi');
    await other.started;
    const user = system.newUser();
    const running = Array.from({ length: slotsPerUser() }, () => gated('a', 'b'));
    system.model.reply(...running, text('my turn'));
    for (const [chat, { started }] of running.entries()) {
      await chatOf(system, { user, chat: `running-${chat}` }).submit('first');
      await started;
    }
    const waiting = chatOf(system, { user, chat: 'waiting' });
    const { turnId, executionId } = await waiting.submit('second');
    const execution = system.temporal.workflow.getHandle(executionId);
    while (!(await isPending(execution))) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const { release } of [other, ...running]) release();
    await waiting.ask({ text: 'second', turnId });
    return { execution };
  },
};

function chatOf({ client }: TestSystem, { user, chat }: { user: string; chat: string }) {
  return client.conversation({ flow: 'assistant', user, channel: chat });
}

async function isPending(
  handle: ReturnType<TestSystem['temporal']['workflow']['getHandle']>,
): Promise<boolean> {
  const found = await handle.describe().catch(() => undefined);
  return (found?.raw.pendingActivities ?? []).length > 0;
}
