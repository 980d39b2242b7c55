import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import {
  assertWithinBudget,
  eventTypes,
  historyGrowth,
  scheduledTypes,
  summarizeHistory,
  type HistorySummary,
} from '../../packages/testing/history-summary.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { isLongRun } from '../setup/is-long-run.js';

const QUESTION = 'q'.repeat(110);
const ANSWER = 'a'.repeat(400);
const CALL = toolCalls([{ name: 'current_time', arguments: {} }]);

const EMPTY: HistorySummary = { events: 0, bytes: 0 };
const LATE = isLongRun ? 500 : 20;

let system: TestSystem;
beforeAll(async () => {
  const script = (request: { text: string }) => (request.text === QUESTION ? text(ANSWER) : text('ok'));
  const flow = { ...assistantFlow(SCRIPTED_MODEL), history: { summaries: false as const } };
  system = await startTestSystem(inject('environment'), { flows: [flow], model: { script } });
});
afterAll(() => system?.stop());

describe('event budget', () => {
  test(
    `T1: a tool-less turn -> 6 events and 6 in its execution beside Workflow Tasks, within 9 KB; at turn ${LATE} as at turn 5`,
    { timeout: 300_000 },
    async () => {
      const turns = measuredTurns();
      for (let turn = 1; turn <= 4; turn += 1) await turns.ask(turn);
      const fifth = await turns.ask(5);
      await turns.fill(6, LATE - 2);
      await turns.ask(LATE - 1);
      const late = await turns.ask(LATE);
      for (const { conversation, execution } of [fifth, late]) {
        expect(conversation.events).toBe(6);
        expect(execution.events).toBe(6);
        assertWithinBudget('a tool-less turn', sum(conversation, execution), { bytes: 9 * 1024 });
      }
      const ratio =
        sum(late.conversation, late.execution).bytes / sum(fifth.conversation, fifth.execution).bytes;
      expect(Math.abs(ratio - 1)).toBeLessThan(0.03);
    },
  );

  test('a turn -> its events beside Workflow Tasks, in order', async () => {
    const turns = measuredTurns();
    await turns.ask(1);
    const { executionId } = await turns.ask(2);
    expect(await scheduledTypes(system.temporal.workflow.getHandle(executionId))).toEqual([
      'WORKFLOW_EXECUTION_STARTED',
      'MARKER_RECORDED',
      ...['ACTIVITY_TASK_SCHEDULED', 'ACTIVITY_TASK_STARTED', 'ACTIVITY_TASK_COMPLETED'],
      'WORKFLOW_EXECUTION_COMPLETED',
    ]);
    expect((await scheduledTypes(turns.handle)).slice(-6)).toEqual([
      'WORKFLOW_EXECUTION_UPDATE_ACCEPTED',
      'MARKER_RECORDED',
      'START_CHILD_WORKFLOW_EXECUTION_INITIATED',
      'WORKFLOW_EXECUTION_UPDATE_COMPLETED',
      'CHILD_WORKFLOW_EXECUTION_STARTED',
      'CHILD_WORKFLOW_EXECUTION_COMPLETED',
    ]);
  });

  test('Actions -> 6 for a turn, 3 more for the first one, 3 more for a step with one tool', async () => {
    const turns = measuredTurns();
    const first = await turns.ask(1);
    const begun = await countActions(turns.handle.workflowId);
    expect(begun + (await countActions(first.executionId))).toBe(9);
    const second = await turns.ask(2);
    const plain = await countActions(second.executionId);
    expect((await countActions(turns.handle.workflowId)) - begun + plain).toBe(6);
    system.model.reply(CALL, text(ANSWER));
    const user = system.newUser();
    const { executionId } = await system.client.conversation({ flow: 'assistant', user }).ask('work');
    await ended(executionId);
    expect((await countActions(executionId)) - plain).toBe(3);
  });

  test('ask by any client -> the same 6 events', async () => {
    const user = system.newUser();
    const handle = await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: `conversation/assistant/${user}`,
      args: [{ flow: 'assistant', user }],
    });
    await handle.executeUpdate('ask', { args: [{ text: QUESTION }] });
    const before = await summarizeHistory(handle);
    await handle.executeUpdate('ask', { args: [{ text: QUESTION }] });
    expect(historyGrowth(before, await summarizeHistory(handle)).events).toBe(6);
  });

  test('a further step with one tool -> 7 events, within 3 KB', async () => {
    const costs: HistorySummary[] = [];
    for (const steps of [1, 2]) {
      system.model.reply(...Array.from({ length: steps }, () => CALL), text(ANSWER));
      const { executionId } = await system.client
        .conversation({ flow: 'assistant', user: system.newUser() })
        .ask('work');
      costs.push(await ended(executionId));
    }
    const step = historyGrowth(costs[0]!, costs[1]!);
    expect(step.events).toBe(7);
    assertWithinBudget('a further step', step, { bytes: 3 * 1024 });
  });
});

interface MeasuredTurn {
  executionId: string;
  conversation: HistorySummary;
  execution: HistorySummary;
}

function measuredTurns() {
  const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
  const handle = system.temporal.workflow.getHandle(conversation.workflowId);
  return { handle, ask, fill };

  async function ask(turn: number): Promise<MeasuredTurn> {
    const before = turn === 1 ? EMPTY : await summarizeHistory(handle);
    const { executionId } = await conversation.ask({ text: QUESTION, turnId: idOf(turn) });
    const execution = await ended(executionId);
    await expect.poll(() => conversation.status(), { interval: 10 }).toMatchObject({ state: 'idle' });
    return { executionId, conversation: historyGrowth(before, await summarizeHistory(handle)), execution };
  }
  async function fill(first: number, last: number): Promise<void> {
    for (let from = first; from <= last; from += 50) {
      const turns = Array.from({ length: Math.min(50, last - from + 1) }, (_, index) => idOf(from + index));
      for (const turnId of turns) await conversation.submit({ text: QUESTION, turnId });
      for await (const event of conversation.stream(turns.at(-1)!)) void event;
    }
    await expect.poll(() => conversation.status(), { interval: 10 }).toMatchObject({ state: 'idle' });
  }
}

async function ended(executionId: string): Promise<HistorySummary> {
  const execution = system.temporal.workflow.getHandle(executionId);
  await execution.result();
  return summarizeHistory(execution);
}

const ACTIONS = new Set([
  'WORKFLOW_EXECUTION_STARTED',
  'WORKFLOW_EXECUTION_UPDATE_ACCEPTED',
  'WORKFLOW_EXECUTION_SIGNALED',
  'START_CHILD_WORKFLOW_EXECUTION_INITIATED',
  'ACTIVITY_TASK_SCHEDULED',
  'TIMER_STARTED',
  'UPSERT_WORKFLOW_SEARCH_ATTRIBUTES',
]);

async function countActions(workflowId: string): Promise<number> {
  const types = await eventTypes(system.temporal.workflow.getHandle(workflowId));
  const tasks = types.join().split('WORKFLOW_TASK_COMPLETED');
  const withMarkers = tasks.filter((task) => task.includes('MARKER_RECORDED')).length;
  return withMarkers + types.filter((type) => ACTIONS.has(type)).length;
}

function idOf(turn: number): string {
  return `turn-${String(turn).padStart(4, '0')}`;
}

function sum(a: HistorySummary, b: HistorySummary): HistorySummary {
  return {
    events: a.events + b.events,
    bytes: a.bytes + b.bytes,
  };
}
