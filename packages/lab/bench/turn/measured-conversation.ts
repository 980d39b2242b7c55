import type { WorkflowHandle } from '@temporalio/client';
import { historyGrowth, type HistorySummary } from '../../../testing/history-summary.js';
import type { TestSystem } from '../../../testing/test-system.js';
import { askUpdate, statusQuery } from '../../../../workflows/definitions.js';
import type { StatementCounter } from '../count-statements.js';
import type { EchoConversation } from './start-echo.js';
import { readPhases, type TurnSample, type Way } from './turn-sample.js';

interface MeasuredConversationInput {
  system: TestSystem;
  echo: EchoConversation;
  statements: StatementCounter;
  question: string;
}

export interface MeasuredConversation {
  pass(): Promise<number>;
  measure(way: Way): Promise<TurnSample>;
  readonly continuedAsNew: number;
}

export function measuredConversation(input: MeasuredConversationInput): MeasuredConversation {
  const { system, echo, statements, question } = input;
  const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
  const handle = system.temporal.workflow.getHandle(conversation.workflowId);
  const runs = new Set<string>();

  return {
    async pass() {
      const startedMs = now();
      await conversation.ask(question);
      const tookMs = now() - startedMs;
      await noteRun();
      return tookMs;
    },
    async measure(way) {
      const before = await noteRun();
      const echoStartedMs = now();
      await echo.ask(question);
      const echoMs = now() - echoStartedMs;
      const counted = statementsSoFar();
      const sentMs = now();
      const { executionId } = await ask(way);
      const toldMs = now();
      const execution = system.temporal.workflow.getHandle(executionId);
      await settle(execution, handle);
      const total = statementsSoFar();
      const after = await noteRun();
      return {
        way,
        askMs: toldMs - sentMs,
        echoMs,
        phases: await readPhases(system.db, { executionId, sentMs, toldMs }),
        statements: { worker: total.worker - counted.worker, client: total.client - counted.client },
        conversation: before.runId === after.runId ? historyGrowth(before.history, after.history) : null,
        execution: await describeHistory(execution),
      };
    },
    get continuedAsNew() {
      return Math.max(0, runs.size - 1);
    },
  };

  async function ask(way: Way): Promise<{ executionId: string }> {
    if (way === 'client') return conversation.ask(question);
    return handle.executeUpdate(askUpdate, { args: [{ text: question }] });
  }
  async function noteRun() {
    const { runId } = await handle.describe();
    runs.add(runId);
    return { runId, history: await describeHistory(handle) };
  }
  function statementsSoFar() {
    return { worker: statements.of('threadline test'), client: statements.of('threadline client') };
  }
}

async function settle(execution: WorkflowHandle, conversation: WorkflowHandle): Promise<void> {
  await execution.result();
  while ((await conversation.query(statusQuery)).state !== 'idle');
}

async function describeHistory(handle: WorkflowHandle): Promise<HistorySummary> {
  const { historyLength, historySize } = await handle.describe();
  return { events: historyLength, bytes: historySize ?? 0 };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
