import { defaultPayloadConverter } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
});
afterAll(() => system?.stop());

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
});

/** Summaries of local Activities, which a UI shows instead of their names. */
async function wordsOfMarkers(handle: WorkflowHandle): Promise<unknown[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .filter((event) => event.markerRecordedEventAttributes?.markerName === 'core_local_activity')
    .map(({ userMetadata }) =>
      userMetadata?.summary ? defaultPayloadConverter.fromPayload(userMetadata.summary) : undefined,
    );
}
