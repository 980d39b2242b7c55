import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, approval, chat, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { lastToolResults, text, type Reply } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { scriptBySystem } from '../flows/fixtures/script-by-system.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools } from './hold-tool.js';

const model = SCRIPTED_MODEL;
const QUIET = { history: { summaries: false as const } };

const FLOWS = [
  agentFlow({ slug: 'helper', system: 'You are helper.', tools: ['hold'], history: { summaries: false } }),
  {
    ...defineFlow({
      slug: 'delegates',
      name: 'Delegates',
      nodes: {
        chat: chat(),
        below: subflow({ flow: 'helper' }),
        say: agent({ model, system: 'You are speaker.' }),
      },
      edges: [
        ['chat', 'below'],
        ['below', 'say'],
      ],
    }),
    ...QUIET,
  },
  {
    ...defineFlow({
      slug: 'shop',
      name: 'Shop',
      nodes: {
        chat: chat(),
        ask: approval({ prompt: 'Buy {{ trigger.text }}?' }),
        say: reply({ text: 'Bought {{ trigger.text }}: {{ ask.answer }}' }),
      },
      edges: [
        ['chat', 'ask'],
        ['ask', 'say'],
      ],
    }),
    ...QUIET,
  },
  {
    ...defineFlow({
      slug: 'pair',
      name: 'Pair',
      nodes: {
        chat: chat(),
        left: agent({ model, system: 'You are left.', tools: ['hold'] }),
        right: agent({ model, system: 'You are right.', tools: ['hold'] }),
      },
      edges: [
        ['chat', 'left'],
        ['chat', 'right'],
      ],
    }),
    ...QUIET,
  },
];

let system: TestSystem;
let held: Reply;
beforeAll(async () => {
  const works = (asked: Parameters<typeof lastToolResults>[0]) =>
    lastToolResults(asked).length > 0 ? text('Done.') : held;
  system = await startTestSystem(inject('environment'), {
    flows: FLOWS,
    tools,
    model: {
      script: scriptBySystem({
        helper: works,
        left: works,
        right: works,
        speaker: () => text('Said.'),
      }),
    },
  });
});
afterAll(() => system?.stop());

describe('a message that steers', () => {
  test('while a sub-execution is at work -> in the next call of the turn itself, not in that of the sub-execution', async () => {
    const hold = await holding();
    held = hold.reply;
    const conversation = newConversation('delegates');
    const { turnId } = await conversation.submit('How far?');
    await hold.began();
    await conversation.submit({ text: 'In metres.', turnId: 's' }, { whileRunning: 'steer' });
    await hold.release();
    expect(await conversation.ask({ text: 'How far?', turnId })).toMatchObject({ text: 'Said.' });
    expect(await conversation.ask({ text: 'In metres.', turnId: 's' })).toMatchObject({ turnId });
    const [below, own] = system.model.requests.slice(-2).map((request) => spokenIn(request));
    expect(below).not.toContain('user: In metres.');
    expect(own).toContain('user: In metres.');
    expect(await said(conversation)).toEqual(['How far?', 'In metres.', 'Said.']);
  });

  test('two agents of the turn are at work -> joins the steps of one, and none is sent it twice', async () => {
    const hold = await holding();
    held = hold.reply;
    const conversation = newConversation('pair');
    const { turnId } = await conversation.submit('How far?');
    await hold.began();
    await conversation.submit({ text: 'In metres.', turnId: 's' }, { whileRunning: 'steer' });
    await hold.release();
    await conversation.ask({ text: 'How far?', turnId });
    const sent = system.model.requests.slice(-2).map((request) => spokenIn(request));
    const times = sent.map((spoken) => spoken.filter((line) => line === 'user: In metres.').length);
    expect([
      [1, 0],
      [0, 1],
      [1, 1],
    ]).toContainEqual(times);
    expect(await conversation.ask({ text: 'In metres.', turnId: 's' })).toMatchObject({ turnId });
  });

  test('a question waits -> it answers the question, like any next message', async () => {
    const conversation = newConversation('shop');
    const { turnId } = await conversation.submit('bread');
    await untilAsked(conversation);
    await conversation.submit({ text: 'yes', turnId: 's' }, { whileRunning: 'steer' });
    expect(await conversation.ask({ text: 'bread', turnId })).toMatchObject({ text: 'Bought bread: yes' });
    expect((await conversation.status())?.queued).toEqual([]);
  });
});

describe('a message that interrupts', () => {
  test('a question waits -> does not answer it: that turn is canceled, and the message is answered', async () => {
    const conversation = newConversation('shop');
    const { turnId } = await conversation.submit('bread');
    await untilAsked(conversation);
    const { turnId: next } = await conversation.submit('cheese', { whileRunning: 'interrupt' });
    await expect(conversation.ask({ text: 'bread', turnId })).rejects.toMatchObject({
      type: 'Conversation.TurnCancelled',
    });
    await untilAsked(conversation);
    await conversation.submit('yes');
    expect(await conversation.ask({ text: 'cheese', turnId: next })).toMatchObject({
      text: 'Bought cheese: yes',
    });
    const approvals = await system.db
      .selectFrom('approval')
      .innerJoin('execution', 'execution.id', 'execution_id')
      .select(['approval.status'])
      .where('workflow_id', 'like', `${conversation.workflowId}/%`)
      .orderBy('execution.id')
      .execute();
    expect(approvals.map(({ status }) => status)).toEqual(['closed', 'confirmed']);
  });

  test('a sub-execution is at work -> it is canceled with its turn', async () => {
    const hold = await holding();
    held = hold.reply;
    const conversation = newConversation('delegates');
    const { executionId } = await conversation.submit('How far?');
    await hold.began();
    const again = await holding();
    held = again.reply;
    const interrupting = conversation.ask('Stop.', { whileRunning: 'interrupt' });
    await again.began();
    expect((await system.client.executions.get(`${executionId}/below/1`)).status).toBe('cancelled');
    await again.release();
    expect(await interrupting).toMatchObject({ text: 'Said.' });
  });
});

function newConversation(flow: string): ConversationHandle {
  return system.client.conversation({ flow, user: system.newUser() });
}

async function untilAsked({ workflowId }: ConversationHandle): Promise<void> {
  await expect
    .poll(async () => (await system.client.executions.waiting()).map(({ executionId }) => executionId))
    .toContainEqual(expect.stringContaining(workflowId));
}

async function said(conversation: ConversationHandle): Promise<string[]> {
  const { messages } = await conversation.history();
  return messages.toReversed().map((message) => message.text);
}
