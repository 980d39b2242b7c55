import { defaultPayloadConverter } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { code, manual, subflow, template } from '../../flow/kinds/node-kinds.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  const failing = code({ expression: "(() => { throw new Error('no luck') })()" });
  system = await startTestSystem(inject('environment'), {
    flows: [
      assistantFlow(SCRIPTED_MODEL),
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
  test('local Activities of a turn with a tool, and of a close -> each says what it does', async () => {
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

  test('a tool that failed -> its result and the next step say so, for it alone', async () => {
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
  });

  test('a flow that calls itself -> its failure names every level once', async () => {
    const { result } = await system.client.executions.start({
      flow: 'endless',
      text: 'go',
      user: system.newUser(),
    });
    await expect(result()).rejects.toThrow(
      /^Node 'again' (→ flow 'endless' → node 'again' ){3}failed: Executions are nested 3 levels/,
    );
  });

  test('a canceled turn -> its steps, its details and its conversation say so', async () => {
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
    expect(await wordsOfMarkers(chat)).toEqual(['store a message', 'see that the turn is finished']);
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

/** A UI shows these summaries instead of the Activities' names. */
async function wordsOfMarkers(handle: WorkflowHandle): Promise<unknown[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .filter((event) => event.markerRecordedEventAttributes?.markerName === 'core_local_activity')
    .map(({ userMetadata }) =>
      userMetadata?.summary ? defaultPayloadConverter.fromPayload(userMetadata.summary) : undefined,
    );
}
