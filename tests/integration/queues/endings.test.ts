import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { answerSettings } from '../../../activities/answer-settings.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { finishExecution } from '../../../store/execution/finish-execution.js';
import { fault, gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';

const happened: string[] = [];
let failsNext = false;
const note = defineTool({
  name: 'note',
  description: 'Notes something.',
  input: z.object({ what: z.string() }),
  execute: ({ what }) => void happened.push(what),
});
const slow = defineTool({
  name: 'slow',
  description: 'Works until it is told to stop.',
  input: z.object({}),
  execute: async (_input, { abortSignal }) => {
    happened.push('slow began');
    await once(abortSignal, 'abort');
    happened.push('slow stopped');
    throw abortSignal.reason;
  },
});
const failing = defineTool({
  name: 'failing',
  description: 'Fails as a worker does, while the slow one runs.',
  input: z.object({}),
  execute: async () => {
    await vi.waitUntil(() => happened.includes('slow began'), 60_000);
    failsNext = true;
  },
});
const tools = ['note', 'slow', 'failing'];
const NOTE_END = { tool: 'note', input: { what: 'end' } };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'noting', tools, queues: { post: [NOTE_END] } }),
      agentFlow({ slug: 'cleaning', tools, queues: { post: ['Clean up.'] } }),
      agentFlow({ slug: 'long', queues: { pre: ['Read {{ trigger.text }}.'] }, window: 8_000 }),
      defineFlow({
        slug: 'rescuing',
        name: 'Rescuing',
        nodes: {
          start: manual(),
          work: agent({ model: SCRIPTED_MODEL, tools }),
          rescue: reply({ text: 'rescued' }),
        },
        edges: [
          ['start', 'work'],
          ['work', 'rescue', { on: 'error' }],
        ],
      }),
    ],
    tools: [note, slow, failing],
    onPoint: (point) => {
      if (point !== 'runTool.ran' || !failsNext) return;
      failsNext = false;
      throw ApplicationFailure.nonRetryable('The worker gave up', 'Test.Broken');
    },
  });
});
afterAll(() => system?.stop());

describe('the end of a main loop', () => {
  test('one of its tools fails while another runs -> the other is stopped before post steps begin', async () => {
    happened.length = 0;
    system.model.reply(toolCalls(['slow', 'failing'].map((name) => ({ name, arguments: {} }))));
    const { result } = await start('noting');
    await expect(result()).rejects.toMatchObject({ cause: { type: 'Test.Broken' } });
    expect(happened).toEqual(['slow began', 'slow stopped', 'end']);
  });

  test('another process settled the execution meanwhile -> no post step runs', async () => {
    happened.length = 0;
    const running = gated('a', 'b');
    system.model.reply(running);
    const { executionId } = await start('noting');
    await running.started;
    await finishExecution(system.db, { ...answerSettings(), workflowId: executionId, status: 'cancelled' });
    running.release();
    await expect(system.temporal.workflow.getHandle(executionId).result()).rejects.toThrow();
    expect(happened).toEqual([]);
  });
});

describe('what a failed run did last', () => {
  test('a post instruction fails after its tool ran -> the tool is in the trajectory', async () => {
    system.model.reply(text('Fine.'), toolCalls([noteOf('cleaning')]), fault.status(401));
    const { executionId, result } = await start('cleaning');
    expect(await result()).toBe('Fine.');
    expect(await toolsOf(executionId)).toEqual(['note']);
  });

  test('the flow handles the failure -> the tool that ran before it is in the trajectory', async () => {
    system.model.reply(toolCalls([noteOf('working')]), fault.status(401));
    const { executionId, result } = await start('rescuing');
    expect(await result()).toBe('rescued');
    expect(await toolsOf(executionId)).toEqual(['note']);
  });
});

describe('a pushed step', () => {
  test('begun again after a reset -> the answers are unchanged', async () => {
    const [running, cleaning] = [gated('fi', 'rst'), gated('x', 'y')];
    system.model.reply(running, text('Checked.'), cleaning);
    const { executionId } = await start('cleaning');
    await running.started;
    await system.client.executions.pushStep(executionId, { text: 'Check it.' });
    running.release();
    await cleaning.started;
    system.model.reply(text('Cleaned.'));
    await resetBehindPush(executionId);
    expect(await system.temporal.workflow.getHandle(executionId).result()).toMatchObject({
      preview: 'first',
    });
    const { nodes } = await system.client.executions.details(executionId);
    expect(nodes.find(({ nodeId }) => nodeId === 'agent')).toMatchObject({ status: 'success' });
    cleaning.release();
  });
});

describe('an instruction', () => {
  test('that its templates make too long -> cut inside, and the run continues', async () => {
    system.model.reply(text('Read.'), text('Done.'));
    const { result } = await start('long', 'very '.repeat(20_000));
    expect(await result()).toBe('Done.');
    const instruction = spokenIn(system.model.requests.at(-2)!).at(-1);
    expect(instruction).toMatch(/Read very [^]*characters left out here …\][^]*very \.$/);
  });
});

function start(flow: string, said = 'hi') {
  return system.client.executions.start({ flow, text: said });
}

function noteOf(what: string) {
  return { name: 'note', arguments: { what } };
}

async function toolsOf(executionId: string): Promise<(string | null)[]> {
  const rows = await system.db
    .selectFrom('trajectory_node')
    .innerJoin('execution', 'execution.id', 'trajectory_node.execution_id')
    .select('trajectory_node.name')
    .where('workflow_id', '=', executionId)
    .where('type', '=', 'Tool')
    .execute();
  return rows.map(({ name }) => name);
}

async function resetBehindPush(workflowId: string): Promise<void> {
  const handle = system.temporal.workflow.getHandle(workflowId);
  const { events } = await handle.fetchHistory();
  const pushed = events!.findIndex((event) => event.workflowExecutionUpdateAcceptedEventAttributes != null);
  const next = events!.slice(pushed).find((event) => event.workflowTaskCompletedEventAttributes != null);
  const { runId } = await handle.describe();
  await system.temporal.workflowService.resetWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId, runId },
    reason: 'test',
    requestId: randomUUID(),
    workflowTaskFinishEventId: next!.eventId ?? null,
  });
}
