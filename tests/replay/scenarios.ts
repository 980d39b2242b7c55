import type { WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import type { AgentConfig } from '../../flow/kinds/agent.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { registerFlows } from '../../store/flows/flows.js';
import { fault, gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { forgottenTurn } from './forgotten-turn.js';

export type Scenario = (system: TestSystem) => Promise<Record<string, WorkflowHandle>>;

const SMALL = { maxOutputTokens: 400, extraConfig: { contextWindow: 4_000 } };
const LONG = 'river '.repeat(3_000);
export const STEP = toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]);
const LONG_STEPS = [1_200, 1_200, 980].map((size) =>
  toolCalls([{ name: 'calculate', arguments: { expression: `${size}+1` } }], { text: 'river '.repeat(size) }),
);

export const SCENARIOS: Record<string, Scenario> = {
  'plain-turn': async (system) => {
    system.model.reply(text('hello'));
    return both(system, await conversationOf(system).ask('hi'));
  },
  'tool-steps': async (system) => {
    system.model.reply(
      STEP,
      toolCalls([1, 2, 3].map((n) => ({ name: 'calculate', arguments: { expression: `${n}+1` } }))),
      text('42'),
    );
    return both(system, await conversationOf(system).ask('work'));
  },
  'many-tools': async (system) => {
    const calls = Array.from({ length: 20 }, (_, n) => ({
      name: 'calculate',
      arguments: { expression: `${n}+1` },
    }));
    system.model.reply(toolCalls(calls), text('done'));
    return both(system, await conversationOf(system).ask('work'));
  },
  'forced-answer': async (system) => {
    system.model.reply(...Array.from({ length: 5 }, () => STEP), text('no further'));
    return both(system, await conversationOf(system).ask('work'));
  },
  'step-limit': async (system) => {
    system.model.reply(STEP, STEP);
    return both(system, await (await smallConversation(system, { maxSteps: 2 })).ask('work'));
  },
  'cannot-fit': async (system) => {
    const conversation = await smallConversation(system, { oversize: 'refuse' });
    const { executionId, turnId } = await conversation.submit(LONG + LONG);
    await conversation.ask({ text: LONG + LONG, turnId }).catch(() => undefined);
    return both(system, { executionId });
  },
  compaction: async (system) => {
    const conversation = await smallConversation(system, SMALL);
    system.model.reply(...LONG_STEPS, text('in short'), STEP, text('42'));
    return both(system, await conversation.ask('work'));
  },
  'failed-compaction': async (system) => {
    const conversation = await smallConversation(system, SMALL);
    system.model.reply(...LONG_STEPS, fault.status(500), fault.status(500), STEP, text('42'));
    return both(system, await conversation.ask('work'));
  },
  'cancelled-compaction': async (system) => {
    const conversation = await smallConversation(system, SMALL);
    const running = gated('in', 'short');
    system.model.reply(...LONG_STEPS, running);
    const { executionId } = await conversation.submit('work');
    await running.started;
    await conversation.cancel();
    return both(system, { executionId });
  },
  'failed-turn': async (system) => {
    const conversation = conversationOf(system);
    system.model.reply(fault.status(401), text('fine'));
    const { executionId, turnId } = await conversation.submit('hi');
    await conversation.ask({ text: 'hi', turnId }).catch(() => undefined);
    await conversation.ask('again');
    return both(system, { executionId });
  },
  'cancelled-turns': async (system) => {
    const conversation = conversationOf(system);
    const running = gated('a', 'b');
    system.model.reply(running);
    const { executionId } = await conversation.submit('one');
    await running.started;
    const queued = await conversation.submit('two');
    await conversation.cancel(queued.turnId);
    await conversation.cancel();
    return both(system, { executionId });
  },
  'forgotten-turn': forgottenTurn,
  'cancelled-conversation': async (system) => {
    const conversation = conversationOf(system);
    const running = gated('a', 'b');
    system.model.reply(running);
    const { executionId } = await conversation.submit('one');
    await running.started;
    await conversation.submit('two');
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    await handle.cancel();
    await handle.result().catch(() => undefined);
    return both(system, { executionId });
  },
  'terminated-execution': async (system) => {
    const conversation = conversationOf(system);
    const running = gated('a', 'b');
    system.model.reply(running, text('next'));
    const { executionId, turnId } = await conversation.submit('one');
    await running.started;
    await system.temporal.workflow.getHandle(executionId).terminate();
    await drain(conversation.stream(turnId));
    await conversation.ask('two');
    running.release();
    return { conversation: system.temporal.workflow.getHandle(conversation.workflowId) };
  },
  'terminated-conversation': async (system) => {
    const conversation = conversationOf(system);
    const running = gated('a', 'b');
    system.model.reply(running, text('two'));
    await conversation.submit({ text: 'one', turnId: 'one' });
    await running.started;
    await conversation.submit({ text: 'two', turnId: 'two' });
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    await conversation.ask({ text: 'two', turnId: 'two' });
    return both(system, { executionId: `${conversation.workflowId}/turn/two` });
  },
  'clear-and-close': async (system) => {
    const conversation = conversationOf(system);
    system.model.reply(text('one'), text('two'));
    await conversation.ask('one');
    await conversation.clear();
    const { executionId } = await conversation.ask('two');
    await conversation.close();
    await system.temporal.workflow.getHandle(conversation.workflowId).result();
    return both(system, { executionId });
  },
  'signals-and-ask': async (system) => {
    const user = system.newUser();
    const handle = await rawConversation(system, user, { idleTimeoutMs: 500 });
    system.model.reply(text('one'), text('two'));
    await handle.signal('postTurn', { text: 'one', turnId: 'one' });
    await handle.signal('postTurn', { text: ' ' });
    await handle.executeUpdate('ask', { args: [{ text: 'two' }] });
    await handle.result();
    return { conversation: handle };
  },
  'unknown-flow': async (system) => {
    const user = system.newUser();
    const handle = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: `conversation/nope/${user}`,
      args: [{ flow: 'nope', user }],
    });
    await handle.executeUpdate('ask', { args: [{ text: 'hi' }] }).catch(() => undefined);
    await handle.result().catch(() => undefined);
    return { conversation: handle };
  },
  'forged-id': async (system) => {
    const handle = await rawConversation(
      system,
      'somebody',
      {},
      `conversation/assistant/${system.newUser()}`,
    );
    await handle.result().catch(() => undefined);
    return { conversation: handle };
  },
  thread: async (system) => {
    const user = system.newUser();
    system.model.reply(text('one'), text('two'), text('three'));
    await system.client.conversation({ flow: 'assistant', user }).ask('one');
    const id = `conversation/assistant/${user}/thread/aside`;
    const start = { thread: 'aside', anchor: { message: 2, start: 0, end: 2 } };
    const handle = await rawConversation(system, user, start, id);
    await handle.executeUpdate('ask', { args: [{ text: 'two' }] });
    const { executionId } = await system.client
      .conversation({ flow: 'assistant', user, thread: 'aside' })
      .ask('three');
    return both(system, { executionId });
  },
  'unknown-thread': async (system) => {
    const user = system.newUser();
    const id = `conversation/assistant/${user}/thread/nope`;
    const handle = await rawConversation(system, user, { thread: 'nope' }, id);
    await handle.executeUpdate('ask', { args: [{ text: 'hi' }] }).catch(() => undefined);
    await handle.result().catch(() => undefined);
    return { conversation: handle };
  },
  'early-rollover': async (system) => {
    await registerFlows(system.db, [{ ...assistantFlow(SCRIPTED_MODEL), history: { summaries: false } }]);
    const conversation = conversationOf(system);
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const turn = async () => {
      system.model.reply(text('Yes.'));
      await conversation.ask('And then?');
      return (await handle.describe()).runId;
    };
    const runId = await turn();
    while ((await turn()) === runId);
    return { 'conversation-run-1': system.temporal.workflow.getHandle(conversation.workflowId, runId) };
  },
  'plain-execution': async (system) => {
    system.model.reply(text('hello'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'assistant',
      text: 'hi',
      id: randomUUID(),
    });
    await result();
    return { execution: system.temporal.workflow.getHandle(executionId) };
  },
};

export const ROLLOVER_SCENARIOS: Record<string, Scenario> = {
  'continue-as-new': async (system) => {
    const conversation = conversationOf(system);
    system.model.reply(...Array.from({ length: 8 }, (_, index) => text(`answer ${index}`)));
    for (let index = 0; index < 8; index += 1)
      await conversation.submit({ text: `message ${index}`, turnId: `t${index}` });
    await drain(conversation.stream('t7'));
    const runs: Record<string, WorkflowHandle> = {};
    for await (const { runId } of system.temporal.workflow.list({
      query: `WorkflowId = '${conversation.workflowId}'`,
    }))
      runs[`conversation-run-${Object.keys(runs).length + 1}`] = system.temporal.workflow.getHandle(
        conversation.workflowId,
        runId,
      );
    return runs;
  },
};

export function conversationOf(system: TestSystem) {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

export async function smallConversation(system: TestSystem, config: Partial<AgentConfig>) {
  const agent = {
    model: SCRIPTED_MODEL,
    system: 'Answer plainly.',
    tools: ['calculate'],
    ...SMALL,
    ...config,
  };
  const nodes = [
    { id: 'chat', kind: 'chat' } as const,
    { id: 'agent', kind: 'agent', config: agent } as const,
  ];
  const edges = [{ from: 'chat', to: 'agent' }];
  await registerFlows(system.db, [{ slug: 'small', name: 'Small', nodes, edges }]);
  return system.client.conversation({ flow: 'small', user: system.newUser() });
}

function rawConversation(
  system: TestSystem,
  user: string,
  input: object = {},
  workflowId = `conversation/assistant/${user}`,
) {
  return system.temporal.workflow.start('conversation', {
    taskQueue: system.taskQueue,
    workflowId,
    args: [{ flow: 'assistant', user, ...input }],
  });
}

export function both(
  system: TestSystem,
  { executionId }: { executionId: string },
): Record<string, WorkflowHandle> {
  const [conversationId = ''] = executionId.split('/turn/');
  return {
    conversation: system.temporal.workflow.getHandle(conversationId),
    execution: system.temporal.workflow.getHandle(executionId),
  };
}

async function drain(events: AsyncIterable<TurnEvent>): Promise<void> {
  for await (const event of events) void event;
}
