import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text, type ModelRequest, type Reply } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';
import { agentFlow } from '../integration/context/fixtures/agent-flow.js';
import {
  attempts,
  isSummaryRequest,
  threadRow,
  upkeepEnded,
} from '../integration/summaries/fixtures/summary-harness.js';
import { ANSWER, askedBlock, INLINE_SUMMARY } from '../integration/memory/inline-answers.js';

let isGiven = true;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [{ ...agentFlow({ slug: 'inline' }), history: { messages: 4, summaries: { minTokens: 0 } } }],
    model: { script },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

function script(request: ModelRequest): Reply {
  if (isSummaryRequest(request)) return text('[Topic: Talk] They talked.');
  return text(isGiven ? ANSWER + askedBlock(request) : ANSWER);
}

describe('an answer with a summary whose worker is killed', () => {
  test.each<[string, Fault, number]>([
    ['before it is stored', { point: 'callModel.answered', action: 'kill', nth: 2 }, 3],
    ['once it is stored', { point: 'callModel.stored', action: 'kill', nth: 2 }, 2],
    ['before the turn is finished', { point: 'finishExecution.before', action: 'kill', nth: 2 }, 2],
  ])('%s -> one answer, one summary, no upkeep', async (_when, fault, calls) => {
    isGiven = true;
    const before = system.model.requests.length;
    const { conversation, answer } = await secondTurnWith(fault);
    expect(answer).toBe(ANSWER);
    expect(system.model.requests).toHaveLength(before + calls);
    expect(await attempts(system, conversation)).toMatchObject([
      { way: 'inline', status: 'adopted', content: INLINE_SUMMARY, covers_through: 3 },
    ]);
    expect(await threadRow(system, conversation)).toMatchObject({ covers_through: 3, last_seq: 4 });
    expect((await conversation.history()).messages.map(({ text: said }) => said)).toEqual([
      ...[ANSWER, 'What is the answer?', ANSWER, 'Hello'],
    ]);
    const upkeep = system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`);
    await expect(upkeep.describe()).rejects.toThrow();
  });

  test('no summary was written, and the turn is finished -> it is written afterwards', async () => {
    isGiven = false;
    const { conversation, answer } = await secondTurnWith({
      point: 'finishExecution.after',
      action: 'kill',
      nth: 2,
    });
    expect(answer).toBe(ANSWER);
    expect(await attempts(system, conversation)).toMatchObject([
      { way: 'inline', status: 'unusable' },
      { way: 'summarize', status: 'adopted', covers_through: 4 },
    ]);
  }, 90_000);
});

async function secondTurnWith(fault: Fault) {
  const first = await startWorkerProcess(system, fault);
  const conversation = system.client.conversation({ flow: 'inline', user: system.newUser() });
  await conversation.ask('Hello');
  const { turnId } = await conversation.submit('What is the answer?');
  await first.faulted;
  const second = await system.startWorker();
  const { text: answer } = await conversation.ask({ text: 'What is the answer?', turnId });
  if (!isGiven) await upkeepEnded(system, conversation);
  first.kill();
  await first.exited;
  await second.shutdown();
  return { conversation, answer };
}
