import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FaultPoint } from '../../../activities/fault-points.js';
import { eventTypes, scheduledTypes } from '../../../packages/testing/history-summary.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
let atPoint: ((point: FaultPoint) => Promise<void> | void) | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'plain', queues: {}, history: { summaries: false } }),
      agentFlow({ slug: 'tidy', queues: { post: ['Clean up.'] }, history: { summaries: false } }),
    ],
    onPoint: (point) => atPoint?.(point),
  });
});
afterAll(() => system?.stop());

describe('an answer that completes its execution', () => {
  test('nothing follows -> the execution is finished with it, in 6 events beside Workflow Tasks', async () => {
    system.model.reply(text('done'));
    const { executionId } = await ask('plain');
    expect(await scheduledTypes(await ended(executionId))).toEqual([
      'WORKFLOW_EXECUTION_STARTED',
      'MARKER_RECORDED',
      ...['ACTIVITY_TASK_SCHEDULED', 'ACTIVITY_TASK_STARTED', 'ACTIVITY_TASK_COMPLETED'],
      'WORKFLOW_EXECUTION_COMPLETED',
    ]);
  });

  test('a step is pushed between the answer and the end -> it is done before the execution ends', async () => {
    system.model.reply(text('first'), text('second'));
    const pushed = pushAt('finishExecution.before');
    expect(await ask('plain')).toMatchObject({ text: 'first' });
    expect(await pushed).toMatchObject({ value: { accepted: true } });
    expect(system.model.requests.at(-1)).toMatchObject({ text: 'More.' });
  });

  test('a step is pushed after the end, before the Workflow is notified -> refused, and the answer stands', async () => {
    system.model.reply(text('only'));
    const pushed = pushAt('finishExecution.after');
    const { executionId, text: said } = await ask('plain');
    expect(said).toBe('only');
    expect(await pushed).toMatchObject({ reason: { type: 'Execution.NotRunning' } });
    expect(await (await ended(executionId)).result()).toMatchObject({ preview: 'only' });
  });

  test('steps after the main loop -> the execution ends after them', async () => {
    system.model.reply(text('answer'), text('clean'));
    expect(await ask('tidy')).toMatchObject({ text: 'answer' });
    expect(system.model.requests.at(-1)).toMatchObject({ text: 'Clean up.' });
  });

  test('it cannot be finished there -> the Workflow finishes it', async () => {
    system.model.reply(text('kept'));
    let fails = true;
    atPoint = (point) => {
      if (point !== 'finishExecution.before' || !fails) return;
      fails = false;
      throw new Error('Postgres is unavailable for a moment');
    };
    const { executionId, text: said } = await ask('plain');
    expect(said).toBe('kept');
    const types = await eventTypes(await ended(executionId));
    expect(types.filter((type) => type === 'MARKER_RECORDED')).toHaveLength(2);
  });
});

function pushAt(point: FaultPoint): Promise<PromiseSettledResult<unknown>> {
  return new Promise((resolve) => {
    atPoint = async (reached) => {
      if (reached !== point) return;
      atPoint = undefined;
      const pushed = system.client.executions.pushStep(await runningExecution(), { text: 'More.' });
      const [outcome] = await Promise.allSettled([pushed]);
      resolve(outcome);
    };
  });
}

async function runningExecution(): Promise<string> {
  const row = await system.db
    .selectFrom('execution')
    .select('workflow_id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.workflow_id;
}

function ask(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() }).ask('hi');
}

async function ended(executionId: string) {
  const handle = system.temporal.workflow.getHandle(executionId);
  await handle.result();
  return handle;
}
