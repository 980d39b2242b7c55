import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Budget } from '../../../protocol/budget.js';
import { usageCost } from '../../../models/facts/model-table.js';
import { gated, text, toolCalls, type Reply } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { calculate } from '../../../extend/tools/calculate.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { thinkAloud } from './fixtures/pages.js';
import { callPurposes, compactions, modelCalls } from './fixtures/rows.js';

const PRICED = { model: 'openai:gpt-4o', window: 4_000, maxOutputTokens: 400 };
const USAGE = { inputTokens: 300, outputTokens: 20 };
const STEP = toolCalls([{ name: 'calculate', arguments: { expression: '1+1' } }], { usage: USAGE });
const OVER = [1_200, 1_200, 980];
const FREE = { inputTokens: 0, outputTokens: 0 };
const ANSWER = text('fine', { usage: USAGE });

let system: TestSystem;
const vandal = defineTool({
  name: 'vandal',
  description: 'Renames the table of the budgets.',
  input: z.object({}),
  async execute() {
    await sql`alter table budget rename to budget_away`.execute(system.db);
    return 'renamed';
  },
});
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({
        slug: 'chat',
        tools: ['calculate', 'vandal'],
        budget: { tokens: 1_000_000, cost: 10 },
        ...PRICED,
      }),
      agentFlow({ slug: 'small', tools: ['calculate'], budget: { tokens: 4_200 }, ...PRICED }),
      agentFlow({ slug: 'tiny', tools: ['calculate'], budget: { tokens: 3_500 }, ...PRICED }),
    ],
    tools: [calculate, vandal],
  });
});
afterAll(() => system?.stop());

describe('a budget', () => {
  test('of tokens: exactly what the first call may spend -> runs; one token less -> stops before it', async () => {
    const { tokens } = await firstEstimate();
    expect(await run({ tokens }, [ANSWER])).toMatchObject({ answer: 'fine', requests: 1 });
    const { error, requests } = await run({ tokens: tokens - 1 }, []);
    expect(requests).toBe(0);
    expect(error).toMatch(new RegExp(`to ${tokens} tokens, over the budget of ${tokens - 1} tokens`));
  });

  test('of tokens: spent tokens count exactly for the next call', async () => {
    const { tokens } = await secondEstimate();
    const spent = USAGE.inputTokens + USAGE.outputTokens;
    expect(await run({ tokens: spent + tokens }, [STEP, ANSWER])).toMatchObject({
      answer: 'fine',
      requests: 2,
    });
    const { error, requests } = await run({ tokens: spent + tokens - 1 }, [STEP]);
    expect(requests).toBe(1);
    expect(error).toMatch(
      new RegExp(`budget of ${spent + tokens - 1} tokens: ${spent} spent, up to ${spent + tokens} `),
    );
  });

  test('of USD: exactly what the second call may spend -> runs; the smallest bit less -> stops before it', async () => {
    const { cost } = await secondEstimate();
    const spent = Number(usageCost({ model: PRICED.model, ...USAGE }));
    const exactly = Number((spent + Number(cost)).toFixed(12));
    expect(await run({ cost: exactly }, [STEP, ANSWER])).toMatchObject({ answer: 'fine', requests: 2 });
    const less = Number((exactly - 1e-9).toFixed(12));
    const { error, requests } = await run({ cost: less }, [STEP]);
    expect(requests).toBe(1);
    expect(error).toContain(`exceed the budget of ${less.toFixed(12)} USD`);
    expect(error).toContain(exactly.toFixed(12));
  });

  test('a compaction counts toward the budget: the call after it may be too much', async () => {
    const conversation = conversationOf('small');
    system.model.reply(...thinkAloud(OVER, { usage: FREE }));
    system.model.reply(text('In short.', { usage: { inputTokens: 3_300, outputTokens: 50 } }));
    const { turnId, executionId } = await conversation.submit('Think.');
    await expect(conversation.ask({ text: 'Think.', turnId })).rejects.toMatchObject({
      type: 'Budget.Exceeded',
      message: expect.stringMatching(/over the budget of 4200 tokens; 3350 are spent/),
    });
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted' }]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      budget: { tokens: { spent: 3_350, reserved: 0, max: 4_200 } },
    });
  });

  test('too small for a compaction -> no compaction is tried, and the turn stops', async () => {
    const conversation = conversationOf('tiny');
    system.model.reply(...thinkAloud(OVER.slice(0, -1), { usage: FREE }));
    system.model.reply(...thinkAloud(OVER.slice(-1), { usage: { inputTokens: 1_000, outputTokens: 0 } }));
    const { turnId, executionId } = await conversation.submit('Think.');
    await expect(conversation.ask({ text: 'Think.', turnId })).rejects.toMatchObject({
      type: 'Budget.Exceeded',
    });
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(/over the budget of 3500 tokens/) },
    ]);
    expect(await callPurposes(system, executionId)).toEqual([
      ...OVER.map(() => 'answer completed'),
      'answer failed',
    ]);
  });

  test('a canceled turn -> releases its reservation', async () => {
    const conversation = conversationOf('chat');
    const running = gated('half', ' an answer');
    system.model.reply(running);
    const { executionId } = await conversation.submit('hi');
    await running.started;
    const open = await system.client.executions.get(executionId);
    expect(open.budget!.tokens.reserved).toBeGreaterThan(400);
    await conversation.cancel();
    await assertSettled(executionId, 0);
  });

  test('P112: the budgets are unavailable in the middle of a turn -> the turn is still answered', async () => {
    const conversation = conversationOf('chat');
    system.model.reply(toolCalls([{ name: 'vandal', arguments: {} }], { usage: USAGE }), STEP, ANSWER);
    const { text: answer, executionId } = await conversation.ask('hi');
    await sql`alter table budget_away rename to budget`.execute(system.db);
    expect(answer).toBe('fine');
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'completed',
      inputTokens: 900,
    });
    system.model.reply(ANSWER);
    const next = await conversation.ask('hi again');
    await assertSettled(next.executionId, USAGE.inputTokens + USAGE.outputTokens);
  });
});

async function estimateOf(step: number, replies: Reply[]): Promise<{ tokens: number; cost: string }> {
  const { executionId } = await run({ tokens: 1_000_000 }, replies);
  const calls = await modelCalls(system, executionId);
  const { systemTokens, toolTokens, tokens } = calls[step - 1]!.manifest;
  const inputTokens = systemTokens + toolTokens + tokens;
  const outputTokens = PRICED.maxOutputTokens;
  expect(system.model.requests.at(-1)!.body).toMatchObject({ max_tokens: outputTokens });
  return {
    tokens: inputTokens + outputTokens,
    cost: usageCost({ model: PRICED.model, inputTokens, outputTokens })!,
  };
}

function firstEstimate() {
  return estimateOf(1, [ANSWER]);
}

function secondEstimate() {
  return estimateOf(2, [STEP, ANSWER]);
}

async function run(budget: Budget, replies: Reply[]) {
  const before = system.model.requests.length;
  system.model.reply(...replies);
  const { executionId, result } = await system.client.executions.start({ flow: 'chat', text: 'hi', budget });
  await result().catch(() => undefined);
  await assertSettled(executionId, replies.length * (USAGE.inputTokens + USAGE.outputTokens));
  const { answer, errorType, errorMessage } = await system.client.executions.get(executionId);
  if (answer === null) expect(errorType).toBe('Budget.Exceeded');
  return { executionId, requests: system.model.requests.length - before, answer, error: errorMessage ?? '' };
}

async function assertSettled(executionId: string, tokens: number): Promise<void> {
  expect(await system.db.selectFrom('budget_reservation').select('step').execute()).toEqual([]);
  const { budget, inputTokens, outputTokens, cost } = await system.client.executions.get(executionId);
  expect(inputTokens + outputTokens).toBe(tokens);
  expect(budget).toMatchObject({ tokens: { spent: tokens, reserved: 0 }, cost: { spent: cost } });
}

function conversationOf(slug: string) {
  return system.client.conversation({ flow: slug, user: system.newUser() });
}
