import { expect } from 'vitest';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import type { TestEnvironment } from '../../packages/testing/test-environment.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { nodesOf } from '../integration/flows/fixtures/rows.js';
import { anotherTakesOver, CaseWorkers, TIMEOUT_MS, type CaseCourse } from './case-course.js';
import { CRASH_FLOWS, crashScript, OUTCOMES, type FlowOutcome } from './fixtures/flows.js';

const module = new URL('./fixtures/project.ts', import.meta.url);

export interface FlowFault extends Fault {
  flow: keyof typeof OUTCOMES;
}

export async function runFlowCase(
  environment: TestEnvironment,
  { flow, ...fault }: FlowFault,
  { ready, meet }: CaseCourse = anotherTakesOver,
): Promise<void> {
  const system = await startTestSystem(environment, {
    withoutWorker: true,
    flows: CRASH_FLOWS,
    model: { script: crashScript },
  });
  const workers = new CaseWorkers(() => startWorkerProcess(system, undefined, { module }));
  try {
    const first = await startWorkerProcess(system, fault, { module });
    workers.add(first);
    await ready();
    const conversation = system.client.conversation({ flow, user: system.newUser() });
    const { turnId, executionId } = await conversation.submit({ text: 'Go', timeoutMs: TIMEOUT_MS });
    const { said }: FlowOutcome = OUTCOMES[flow];
    const answering =
      flow === 'triage' ? undefined : answerWhenAsked(system, { conversation, executionId, said });
    await meet(first, workers);
    const done = await conversation.ask({ text: 'Go', turnId, timeoutMs: TIMEOUT_MS });
    await answering;
    expect(done.text).toBe(OUTCOMES[flow].answer);
    await assertRows(system, { executionId, outcome: OUTCOMES[flow] });
  } finally {
    await workers.killAll();
    await system.stop({ check: false });
  }
}

async function answerWhenAsked(
  system: TestSystem,
  asked: { conversation: ConversationHandle; executionId: string; said: string | undefined },
): Promise<void> {
  const { conversation, executionId, said } = asked;
  const handle = system.temporal.workflow.getHandle(executionId);
  for (;;) {
    const approval = await system.db.selectFrom('approval').select('status').executeTakeFirst();
    if (approval !== undefined && approval.status !== 'open') return;
    if (approval !== undefined && said !== undefined)
      return void (await conversation.submit({ text: said, turnId: 'reply', timeoutMs: TIMEOUT_MS }));
    if (approval !== undefined)
      await handle.executeUpdate('answer', { args: [{ answer: 'yes' }] }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function assertRows(
  system: TestSystem,
  { executionId, outcome }: { executionId: string; outcome: FlowOutcome },
): Promise<void> {
  const { db } = system;
  const nodes = await nodesOf(system, executionId);
  expect(nodes.map(({ nodeId, iteration }) => `${nodeId}/${iteration}`)).toEqual(outcome.nodes);
  const allNodes = await db.selectFrom('node_output').select('status').distinct().execute();
  expect(allNodes).toEqual([{ status: 'success' }]);
  const executions = await db.selectFrom('execution').select('status').execute();
  expect(executions).toEqual(Array(outcome.executions).fill({ status: 'completed' }));
  const calls = await db
    .selectFrom('model_call')
    .select(['status', 'input_tokens', 'output_tokens'])
    .execute();
  expect(calls).toEqual(
    Array(outcome.calls).fill({ status: 'completed', input_tokens: 11, output_tokens: 7 }),
  );
  const [budget] = await db.selectFrom('budget').select('spent_tokens').execute();
  if (budget !== undefined) expect(budget.spent_tokens).toBe(outcome.calls * 18);
  expect(await db.selectFrom('budget_reservation').select('step').execute()).toEqual([]);
  expect(await db.selectFrom('stream_chunk').select('step').execute()).toEqual([]);
  const messages = await db
    .selectFrom('conversation_message')
    .select(['seq', 'role'])
    .orderBy('seq')
    .execute();
  expect(messages).toEqual(outcome.messages.map((role, index) => ({ seq: index + 1, role })));
}
