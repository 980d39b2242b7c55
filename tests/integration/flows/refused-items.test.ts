import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { castVote } from '../../../store/nodes/cast-vote.js';
import { findQuestions } from '../../../store/nodes/find-questions.js';
import { createBackoff } from '../../../worker/create-backoff.js';
import { notifyAnswers, watchForgottenWork } from '../../../worker/watch-forgotten-work.js';
import { acceptTurns } from '../../../store/conversation/accept-turns.js';

/** Temporal refuses these ids. */
const TOO_LONG = 1_001;
const EMPTY = '';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      assistantFlow(SCRIPTED_MODEL),
      defineFlow({
        slug: 'asker',
        name: 'Asker',
        nodes: {
          start: manual(),
          ask: approval({ prompt: 'Go on?', by: 'staff' }),
          say: reply({ text: 'done' }),
        },
        edges: [
          ['start', 'ask'],
          ['ask', 'say'],
        ],
      }),
    ],
    approvers: ['support'],
  });
});
afterAll(() => system?.stop());

describe('watchForgottenWork', () => {
  test('Temporal refuses the first chat, answer and execution -> notes each once, later ones still continue', async () => {
    const unanswered = await startAsker();
    await storeAnswer(unanswered);
    const refused = [
      await renameRows(await forgetTurn(), 'x'.repeat(TOO_LONG)),
      await renameRows(unanswered, EMPTY),
    ];
    system.model.reply(text('hello'));
    const [chat, answered, gone] = [await forgetTurn(), await startAsker(), await startAsker()];
    await storeAnswer(answered);
    await system.temporal.workflow.getHandle(gone).terminate('by hand');

    const notes: string[] = [];
    const stop = watchForgottenWork(system, {
      note: (_level, message) => notes.push(message),
      pauseMs: 50,
      afterSeconds: 0,
    });
    await expect.poll(() => statusOf(gone), { timeout: 30_000 }).toBe('failed');
    await expect.poll(() => statusOf(answered), { timeout: 30_000 }).toBe('completed');
    await expect.poll(() => openTurns(chat), { timeout: 30_000 }).toBe(0);
    await stop();
    await renameRows(EMPTY, unanswered);
    for (const id of refused)
      expect(notes).toContainEqual(expect.stringContaining(`Looking for waiting work of '${id}' failed`));
  });
});

describe('notifyAnswers', () => {
  test('an answer that its execution does not settle -> one Signal until the pause is over', async () => {
    const id = await startAsker();
    await storeAnswer(id);
    const handle = system.temporal.workflow.getHandle(id);
    await system.temporal.workflowService.pauseWorkflowExecution({
      namespace: system.temporal.options.namespace,
      workflowId: id,
      requestId: randomUUID(),
    });
    const mayNotify = createBackoff({ firstMs: 60_000, maxMs: 3_600_000 });
    for (let look = 0; look < 3; look += 1) await notifyAnswers(system, { afterSeconds: 0, mayNotify });
    const { events } = await handle.fetchHistory();
    expect((events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(1);
    await handle.terminate('done');
  });
});

async function startAsker(): Promise<string> {
  const { executionId } = await system.client.executions.start({
    flow: 'asker',
    text: 'Go',
    user: system.newUser(),
  });
  await expect.poll(() => statusOf(executionId), { timeout: 30_000 }).toBe('interrupted');
  return executionId;
}

async function storeAnswer(executionId: string): Promise<void> {
  const [question] = await findQuestions(system.db, { executionId });
  await castVote(system.db, { key: question!.key, voter: 'sue', answer: 'yes' });
}

/** Stores a message that no Workflow knows. */
async function forgetTurn(): Promise<string> {
  const user = system.newUser();
  const { workflowId } = system.client.conversation({ flow: 'assistant', user });
  const turn = { turnId: randomUUID(), kind: 'message' as const, text: 'Hello' };
  await acceptTurns(system.db, {
    workflowId,
    flow: 'assistant',
    user,
    channel: '',
    turns: [turn],
    waiting: [],
    countTokens: (said) => said.length,
    clean: (said) => said,
  });
  return workflowId;
}

async function renameRows(id: string, name: string): Promise<string> {
  for (const table of ['conversation', 'execution'] as const)
    await system.db.updateTable(table).set({ workflow_id: name }).where('workflow_id', '=', id).execute();
  return name;
}

async function openTurns(workflowId: string): Promise<number> {
  const turns = await system.db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'conversation_id')
    .select('turn_id')
    .where('workflow_id', '=', workflowId)
    .where('turn.status', 'in', ['queued', 'running'])
    .execute();
  return turns.length;
}

async function statusOf(workflowId: string): Promise<string | undefined> {
  const execution = system.db.selectFrom('execution').select('status');
  return (await execution.where('workflow_id', '=', workflowId).executeTakeFirst())?.status;
}
