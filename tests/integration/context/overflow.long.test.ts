import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { fault, lastToolResults, text, toolCalls } from '../../../testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../../testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { defineTool } from '../../../tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { saidIn } from './fixtures/requests.js';
import { callPurposes, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

/** A budget of some 3,600 tokens, of which 75 % are some 2,700. */
const SMALL = { window: 4_000, maxOutputTokens: 400, tools: ['page'] };
const TOO_LONG = fault.contextLength({ limit: 3_000, actual: 3_200 });

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({}),
  execute: () => words(500, 'paper'),
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'openai', model: SCRIPTED_MODEL, ...SMALL }),
      agentFlow({ slug: 'anthropic', model: SCRIPTED_ANTHROPIC_MODEL, ...SMALL }),
    ],
    tools: [page],
  });
});
afterAll(() => system?.stop());

describe.each(['openai', 'anthropic'])("a provider's context-length error, %s", (slug) => {
  test('once -> planned once more with 75 % of the budget, as a call of its own, uncompacted', async () => {
    const conversation = await chatOf(slug);
    system.model.reply(TOO_LONG, text('fits now'));
    const { executionId, text: answer } = await conversation.ask(words(100, 'green'));
    expect(answer).toBe('fits now');
    expect(await callPurposes(system, executionId)).toEqual(['answer failed', 'answer completed']);
    const [first, second] = await modelCalls(system, executionId);
    expect(first).toMatchObject({ step: 1, error_type: 'Model.ContextOverflow' });
    expect(second!.manifest).toMatchObject({ budgetShare: 0.75, budget: first!.manifest.budget });
    expect(first!.manifest.tokens).toBeGreaterThan(first!.manifest.budget * 0.75);
    expect(second!.manifest.tokens).toBeLessThanOrEqual(second!.manifest.budget * 0.75);
    expect(second!.manifest.left).toMatchObject([
      { from: 'conversation', first: 1, last: 2, rule: 'budget' },
    ]);
    const request = system.model.requests.at(-1)!;
    expect(saidIn(request)).toContain('green');
    expect(saidIn(request)).not.toContain('river');
  });

  test('once, with far less than the budget -> planned smaller than what was refused', async () => {
    const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
    system.model.reply(text('Noted.'), TOO_LONG, text('fits now'));
    await conversation.ask(words(400));
    const { executionId } = await conversation.ask(words(100, 'green'));
    const [first, second] = await modelCalls(system, executionId);
    expect(first!.manifest.tokens).toBeLessThan(first!.manifest.budget * 0.25);
    expect(second!.manifest.tokens).toBeLessThanOrEqual(first!.manifest.tokens * 0.75);
    expect(saidIn(system.model.requests.at(-1)!)).toContain(words(100, 'green'));
  });

  test('once in the middle of the loop -> the newest results are still there, no tool runs again', async () => {
    const conversation = await chatOf(slug);
    system.model.reply(toolCalls([{ name: 'page', arguments: {} }]), TOO_LONG, text('done'));
    const { executionId } = await conversation.ask('Read the page.');
    expect(lastToolResults(system.model.requests.at(-1)!)).toMatchObject([{ text: words(500, 'paper') }]);
    const calls = await modelCalls(system, executionId);
    expect(calls.map(({ step, status }) => [step, status])).toEqual([
      [1, 'completed'],
      [2, 'failed'],
      [3, 'completed'],
    ]);
    const tools = await system.db.selectFrom('tool_call').select(['execution_id', 'attempt']).execute();
    expect(tools.filter((tool) => tool.execution_id === calls[0]!.execution_id)).toHaveLength(1);
  });

  test('twice -> the turn fails with Model.ContextOverflow, the next one is answered', async () => {
    const conversation = await chatOf(slug);
    system.model.reply(TOO_LONG, TOO_LONG);
    await expect(conversation.ask('hi')).rejects.toMatchObject({ type: 'Model.ContextOverflow' });
    system.model.reply(text('fine'));
    expect((await conversation.ask('again')).text).toBe('fine');
  });
});

/** A conversation whose history takes over 75 % of the budget: two turns. */
async function chatOf(slug: string) {
  const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
  system.model.reply(text('Noted.'), text('Noted.'));
  await conversation.ask(words(900));
  await conversation.ask(words(1_900, 'stone'));
  return conversation;
}
