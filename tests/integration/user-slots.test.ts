import type { LanguageModelV3 } from '@ai-sdk/provider';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { zeroLatencyModel } from '../../packages/lab/bench/zero-latency-model.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { deferred } from '../../packages/testing/model-server/replies/create-replies.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const SLOTS = 2;
const WAITING = 3;
const CHATS = Array.from({ length: SLOTS + WAITING }, (_, chat) => `chat-${chat}`);

let gate: Gate;
let otherGate: Gate;
let system: TestSystem;
beforeEach(async () => {
  gate = new Gate();
  otherGate = new Gate();
  system = await startTestSystem(inject('environment'), {
    flows: [
      assistantFlow('zero:latency'),
      { ...assistantFlow('gated:model'), slug: 'gated' },
      { ...assistantFlow('held:model'), slug: 'held' },
    ],
    models: {
      zero: () => zeroLatencyModel('hello'),
      gated: () => gate.model(),
      held: () => otherGate.model(),
    },
    slotsPerUser: SLOTS,
    userLimits: { executions: 1 },
    timing: { slotLeaseMs: 600_000, slotWorkingMs: 100 },
  });
});
afterEach(async () => {
  gate.open();
  otherGate.open();
  await system?.stop();
});

describe('the slots of a user', () => {
  test('a user who has the worker alone -> all chats are answered at once, with no additional Activity', async () => {
    const { chats } = await flood();
    await expect.poll(() => gate.asked).toBe(CHATS.length);
    gate.open();
    await Promise.all(chats.map(({ answer }) => answer));
    expect(await Promise.all(chats.map(({ executionId }) => listActivities(executionId)))).toEqual(
      chats.map(() => ['callModel']),
    );
  });

  test('more chats than slots beside another user at work -> the other is answered first, then each chat in its turn', async () => {
    await holdSlotAsOther();
    const { user, chats } = await flood();
    await expect.poll(() => countPending(chats, 'beginExecution')).toBe(WAITING);
    await expect.poll(() => gate.asked).toBe(SLOTS);

    await askAsOther();
    expect(gate.asked).toBe(SLOTS);
    expect(await countRunning(user)).toBe(SLOTS);

    gate.open();
    await Promise.all(chats.map(({ answer }) => answer));
    expect(gate).toMatchObject({ asked: CHATS.length, mostAtOnce: SLOTS });
    const activities = await Promise.all(chats.map(({ executionId }) => listActivities(executionId)));
    expect(activities.filter((names) => names.length === 1)).toHaveLength(SLOTS);
    expect(activities.filter((names) => names.join() === 'beginExecution,callModel')).toHaveLength(WAITING);
  });

  test('chats that wait for another user -> begin as soon as the other has no work, up to four times the slots', async () => {
    await holdSlotAsOther();
    const { chats } = await flood();
    await expect.poll(() => countPending(chats, 'beginExecution')).toBe(WAITING);
    otherGate.open();
    await expect.poll(() => gate.asked).toBe(CHATS.length);
    gate.open();
    await Promise.all(chats.map(({ answer }) => answer));
  });

  test('a chat that waits is canceled -> it ends without a model call, and the others continue', async () => {
    await holdSlotAsOther();
    const { user, chats } = await flood();
    await expect.poll(() => countPending(chats, 'beginExecution')).toBe(WAITING);
    await expect.poll(() => gate.asked).toBe(SLOTS);
    const waiting = await listWaiting(chats);
    const canceled = waiting[0]!;
    await canceled.conversation.cancel(canceled.turnId);
    await expect(canceled.answer).rejects.toMatchObject({ type: 'Conversation.TurnCancelled' });
    expect(await countRunning(user)).toBe(SLOTS);
    gate.open();
    await Promise.all(chats.filter((chat) => chat !== canceled).map(({ answer }) => answer));
    expect(gate.asked).toBe(CHATS.length - 1);
  });

  test('an execution that waits and is then refused -> fails as one that did not wait, with the details', async () => {
    await holdSlotAsOther();
    const user = system.newUser();
    const { executionId } = await system.client.executions.start({ flow: 'gated', text: 'Go', user });
    const chat = system.client.conversation({ flow: 'gated', user });
    const { turnId } = await chat.submit('Go');
    await expect.poll(() => gate.asked).toBe(SLOTS);
    const second = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: `execution/gated/${user}`,
      args: [{ flow: 'gated', text: 'Go', user }],
    });
    await expect.poll(() => isPending({ executionId: second.workflowId }, 'beginExecution')).toBe(true);
    await chat.cancel(turnId);
    await expect(second.result()).rejects.toMatchObject({
      cause: { type: 'User.LimitReached', details: [{ user, limit: 'executions', value: 1 }] },
    });
    await system.client.executions.cancel(executionId);
  });
});

interface Chat {
  conversation: ReturnType<TestSystem['client']['conversation']>;
  turnId: string;
  executionId: string;
  answer: Promise<unknown>;
}

async function flood(): Promise<{ user: string; chats: Chat[] }> {
  const user = system.newUser('flooder');
  const chats = await Promise.all(
    CHATS.map(async (channel) => {
      const conversation = system.client.conversation({ flow: 'gated', user, channel });
      const { turnId, executionId } = await conversation.submit('Go');
      const answer = conversation.ask({ text: 'Go', turnId });
      answer.catch(() => undefined);
      return { conversation, turnId, executionId, answer };
    }),
  );
  return { user, chats };
}

async function holdSlotAsOther(): Promise<void> {
  await system.client.conversation({ flow: 'held', user: system.newUser('other') }).submit('Go');
  await expect.poll(() => otherGate.asked).toBe(1);
}

async function askAsOther(): Promise<void> {
  const user = system.newUser('neighbor');
  expect((await system.client.conversation({ flow: 'assistant', user }).ask('Hi')).text).toBe('hello');
}

async function countPending(chats: readonly Chat[], activity: string): Promise<number> {
  return (await Promise.all(chats.map((chat) => isPending(chat, activity)))).filter(Boolean).length;
}

async function listWaiting(chats: readonly Chat[]): Promise<Chat[]> {
  const isWaiting = await Promise.all(chats.map((chat) => isPending(chat, 'beginExecution')));
  return chats.filter((_, index) => isWaiting[index]);
}

async function isPending({ executionId }: Pick<Chat, 'executionId'>, activity: string): Promise<boolean> {
  const found = await system.temporal.workflow
    .getHandle(executionId)
    .describe()
    .catch(() => undefined);
  return found?.raw.pendingActivities?.some(({ activityType }) => activityType?.name === activity) === true;
}

async function listActivities(executionId: string): Promise<string[]> {
  const { events } = await system.temporal.workflow.getHandle(executionId).fetchHistory();
  return (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
  );
}

async function countRunning(user: string): Promise<number> {
  const rows = await system.db
    .selectFrom('execution')
    .select('id')
    .where('user_id', '=', user)
    .where('status', '=', 'running')
    .execute();
  return rows.length;
}

class Gate {
  asked = 0;
  mostAtOnce = 0;
  #atOnce = 0;
  readonly #opened = deferred();

  open(): void {
    this.#opened.resolve();
  }

  model(): LanguageModelV3 {
    const answering = zeroLatencyModel('done');
    return {
      ...answering,
      doStream: async (options) => {
        this.asked += 1;
        this.#atOnce += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
        await this.#opened.promise;
        this.#atOnce -= 1;
        return answering.doStream(options);
      },
    };
  }
}
