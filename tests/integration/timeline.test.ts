import { defaultPayloadConverter } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { code, manual, subflow, template } from '../../flow/kinds/node-kinds.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { agentFlow } from './context/fixtures/agent-flow.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  const failing = code({ expression: "(() => { throw new Error('no luck') })()" });
  system = await startTestSystem(inject('environment'), {
    flows: [
      assistantFlow(SCRIPTED_MODEL),
      agentFlow({
        slug: 'queued',
        tools: ['calculate'],
        queues: {
          pre: [
            { tool: 'calculate', input: { expression: '1 +' } },
            `Read the rules\nfor ${'sums '.repeat(20)}`,
          ],
          post: ['Say what you did.', { tool: 'calculate', input: { expression: '2 +' } }],
        },
      }),
      agentFlow({ slug: 'leader', tools: ['spawn'], spawns: ['deep'] }),
      twoNodes('outer', 'find', subflow({ flow: 'deep' })),
      twoNodes('deep', 'go', failing),
      defineFlow({
        slug: 'endless',
        name: 'Endless',
        nodes: { start: manual(), again: subflow({ flow: 'endless' }) },
        edges: [['start', 'again']],
      }),
    ],
  });
});
afterAll(() => system?.stop());

function twoNodes(slug: string, name: string, work: Parameters<typeof defineFlow>[0]['nodes'][string]) {
  return defineFlow({
    slug,
    name: slug,
    nodes: { start: manual(), [name]: work, after: template({ template: 'after' }) },
    edges: [
      ['start', name],
      [name, 'after'],
    ],
  });
}

describe('the timeline of a Workflow', () => {
  test('local Activities of a turn with a tool, and of a close -> each summary describes the step', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(toolCalls([{ name: 'current_time', arguments: {} }]), text('Noon.'));
    const { executionId } = await conversation.ask('What time is it?');
    const { workflow } = system.temporal;
    const chat = workflow.getHandle(conversation.workflowId);
    await conversation.close();
    await chat.result();
    const turn = await wordsOfMarkers(workflow.getHandle(executionId));
    expect(turn).toEqual(['begin', 'agent · context of step 2']);
    expect(await wordsOfMarkers(chat)).toEqual(['store a message', 'close the conversation']);
  });

  test('a tool that failed -> marked in its result and the next step, for it alone', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(
      toolCalls([
        { name: 'calculate', arguments: { expression: '1 +' } },
        { name: 'current_time', arguments: {} },
      ]),
      text('I cannot.'),
    );
    const { executionId } = await conversation.ask('How much?');
    const handle = system.temporal.workflow.getHandle(executionId);
    expect(await resultsOf(handle, 'runTool')).toEqual(expect.arrayContaining([{ failed: true }, null]));
    expect(await wordsOfMarkers(handle)).toEqual(['begin', 'agent · context of step 2 · failed: calculate']);
  });

  test('steps of the queues -> each names its instruction, and the last failed tool is not lost', async () => {
    const conversation = system.client.conversation({ flow: 'queued', user: system.newUser() });
    const running = gated('Two', '.');
    system.model.reply(text('Read.'), running, text('Three.'), text('I did sums.'));
    const { executionId, turnId } = await conversation.submit('1 + 1?');
    await running.started;
    await system.client.executions.pushStep(executionId, { text: 'And 1 + 2?', when: 'after-answer' });
    running.release();
    await conversation.ask({ text: '1 + 1?', turnId });
    const handle = system.temporal.workflow.getHandle(executionId);
    await handle.result();
    expect(await wordsOfMarkers(handle)).toEqual([
      'begin',
      'agent · pre step 1: call calculate',
      'agent · pre step 2: Read the rules for sums sums sums sums sums sum… · failed: calculate',
      'agent · pre step 2 · context of step 2',
      'agent · main',
      'agent · context of step 3',
      'agent · store main step 1: And 1 + 2?',
      'agent · main step 1: And 1 + 2?',
      'agent · main step 1 · context of step 4',
      'agent · post step 1: Say what you did.',
      'agent · post step 1 · context of step 5',
      'agent · post step 2: call calculate',
      'finish: completed · failed: calculate of agent',
    ]);
    expect(await summariesOf(handle, 'callModel')).toEqual([
      expect.stringMatching(/^agent · pre step 2 · openai:\S+ · step 2$/),
      expect.stringMatching(/^agent · openai:\S+ · step 3$/),
      expect.stringMatching(/^agent · main step 1 · openai:\S+ · step 4$/),
      expect.stringMatching(/^agent · post step 1 · openai:\S+ · step 5$/),
    ]);
    expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({
      currentDetails: expect.stringMatching(/^Completed, .* · failed: calculate of agent$/),
    });
  });

  test('spawned tasks that failed or were refused -> marked in the results and the next step', async () => {
    const { executionId, result } = await system.client.executions.start({
      flow: 'leader',
      text: 'go',
      user: system.newUser(),
    });
    const spawn = (flow: string) => ({ name: 'spawn', arguments: { tasks: [{ flow, text: 'go' }] } });
    system.model.reply(toolCalls([spawn('deep'), spawn('unknown')]), text('It failed.'));
    await result();
    expect(await wordsOfMarkers(system.temporal.workflow.getHandle(executionId))).toEqual([
      'begin',
      'agent · plan tasks',
      'agent · plan tasks',
      'agent · results of 1 tasks, 1 failed',
      'agent · context of step 2 · failed: spawn',
    ]);
  });

  test('a sub-execution -> its input names its flow; the failure of a chain names every level once', async () => {
    const { executionId, result } = await system.client.executions.start({
      flow: 'outer',
      text: 'go',
      user: system.newUser(),
    });
    await expect(result()).rejects.toThrow(
      /^Node 'find' → flow 'deep' → node 'go' failed: Expression fails with 'Error: no luck'$/,
    );
    const child = system.temporal.workflow.getHandle(`${executionId}/find/1`);
    expect(await inputOf(child)).toEqual({ parentId: executionId, flow: 'deep' });
    expect(await wordsOfMarkers(system.temporal.workflow.getHandle(executionId))).toEqual([
      'begin',
      'subflow find',
      'find: child-failed',
      'finish: failed',
    ]);
  });

  test('a flow that calls itself -> its failure names every level once', async () => {
    const { executionId, result } = await system.client.executions.start({
      flow: 'endless',
      text: 'go',
      user: system.newUser(),
    });
    await expect(result()).rejects.toThrow(
      /^Node 'again' (→ flow 'endless' → node 'again' ){3}failed: Executions can be nested 3 levels/,
    );
    const levels = ['', '/again/1', '/again/1/again/1', '/again/1/again/1/again/1'].map(
      (path) => executionId + path,
    );
    for (const [depth, id] of levels.entries()) {
      const below = 3 - depth;
      const failure = new RegExp(
        `^Node 'again' (→ flow 'endless' → node 'again' ){${below}}failed: Executions can`,
      );
      expect((await system.client.executions.get(id)).errorMessage).toMatch(failure);
      if (depth > 0)
        expect(await inputOf(system.temporal.workflow.getHandle(id))).toEqual({
          parentId: levels[depth - 1],
          flow: 'endless',
        });
    }
  });

  test('a canceled turn -> marked in its steps, its details and its conversation', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const running = gated('the beginning of ', 'never');
    system.model.reply(running);
    const { executionId } = await conversation.submit('tell me a story');
    await running.started;
    await conversation.cancel();
    const handle = system.temporal.workflow.getHandle(executionId);
    await expect(handle.result()).rejects.toThrow();
    expect(await wordsOfMarkers(handle)).toEqual(['begin', 'finish: cancelled']);
    const { staticSummary } = await handle.describe();
    expect(await staticSummary()).toMatch(/^Turn 1 of ada-\w+ with assistant$/);
    expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({
      currentDetails: expect.stringMatching(/^Cancelled: /),
    });
    const chat = system.temporal.workflow.getHandle(conversation.workflowId);
    expect(await wordsOfMarkers(chat)).toEqual(['store a message', 'finish the turn']);
  });
});

async function resultsOf(handle: WorkflowHandle, name: string): Promise<unknown[]> {
  const { events } = await handle.fetchHistory();
  const scheduled = (events ?? [])
    .filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === name)
    .map(({ eventId }) => String(eventId));
  return (events ?? []).flatMap(({ activityTaskCompletedEventAttributes: done }) => {
    const payload = done?.result?.payloads?.[0];
    return done && payload && scheduled.includes(String(done.scheduledEventId))
      ? [defaultPayloadConverter.fromPayload<unknown>(payload)]
      : [];
  });
}

async function inputOf(handle: WorkflowHandle): Promise<unknown> {
  const { events } = await handle.fetchHistory();
  const payload = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0];
  return payload && defaultPayloadConverter.fromPayload(payload);
}

function wordsOfMarkers(handle: WorkflowHandle): Promise<unknown[]> {
  return readSummaries(
    handle,
    (event) => event.markerRecordedEventAttributes?.markerName === 'core_local_activity',
  );
}

function summariesOf(handle: WorkflowHandle, name: string): Promise<unknown[]> {
  return readSummaries(
    handle,
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === name,
  );
}

async function readSummaries(
  handle: WorkflowHandle,
  isOne: (event: HistoryEvent) => boolean,
): Promise<unknown[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .filter(isOne)
    .map(({ userMetadata }) =>
      userMetadata?.summary ? defaultPayloadConverter.fromPayload(userMetadata.summary) : undefined,
    );
}

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];
