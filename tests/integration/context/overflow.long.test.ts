import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import {
  fault,
  lastToolResults,
  text,
  toolCalls,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, requestText } from './fixtures/requests.js';
import { callPurposes, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const SMALL = { window: 4_000, maxOutputTokens: 400, tools: ['page'] };
const TOO_LONG = fault.contextLength({ limit: 3_000, actual: 3_200 });
const NO_FIGURES = fault.status(400, { message: 'Your input exceeds the context window of this model.' });

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({}),
  execute: () => words(100, 'paper'),
});

let system: TestSystem;
let rejectAnswers: () => Reply | undefined = () => undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'openai', model: SCRIPTED_MODEL, ...SMALL }),
      agentFlow({ slug: 'anthropic', model: SCRIPTED_ANTHROPIC_MODEL, ...SMALL }),
    ],
    tools: [page],
    model: {
      script: (request) =>
        isCompaction(request) ? text('In short.') : (rejectAnswers() ?? text('fits now')),
    },
  });
});
afterAll(() => system?.stop());
afterEach(() => (rejectAnswers = () => undefined));

describe.each(['openai', 'anthropic'])("a provider's context-length error, %s", (slug) => {
  test('once -> compacted, then planned as the provider counts', async () => {
    const conversation = await chatOf(slug);
    system.model.reply(TOO_LONG);
    const { executionId, text: answer } = await conversation.ask(words(100, 'green'));
    expect(answer).toBe('fits now');
    expect(await callPurposes(system, executionId)).toEqual([
      'answer failed',
      'compaction completed',
      'answer completed',
    ]);
    const calls = await modelCalls(system, executionId);
    const [first, second] = calls.filter(({ purpose }) => purpose === 'answer');
    expect(first).toMatchObject({ error_type: 'Model.ContextOverflow' });
    const { window, systemTokens, toolTokens, tokens, tokenFactor = 1 } = first!.manifest;
    const ratio = (3_200 * tokenFactor) / (systemTokens + toolTokens + tokens);
    expect(window).toBe(4_000);
    expect(second!.manifest.window).toBe(3_000);
    expect(second!.manifest.tokenFactor ?? 1).toBeCloseTo(Math.max(tokenFactor, ratio * 1.02), 2);
    expect(requestText(system.model.requests.at(-1)!)).toContain('green');
  });

  test('three times -> each plan is smaller than the one that was rejected', async () => {
    const conversation = await chatOf(slug);
    let rejections = 0;
    rejectAnswers = () => [TOO_LONG, NO_FIGURES, NO_FIGURES][rejections++];
    const { executionId, text: answer } = await conversation.ask(words(400, 'green'));
    expect(answer).toBe('fits now');
    expect(rejections).toBe(4);
    const calls = (await modelCalls(system, executionId)).filter(({ purpose }) => purpose === 'answer');
    const sizes = calls.map(({ manifest: { tokens, tokenFactor = 1 } }) => tokens / tokenFactor);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(new Set(sizes).size).toBe(sizes.length);
  });

  test('once in the middle of the loop -> the newest results are still there, no tool runs again', async () => {
    const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
    await conversation.ask(words(1_000));
    const tooLong = fault.contextLength({ limit: 2_000, actual: 2_100 });
    system.model.reply(toolCalls([{ name: 'page', arguments: {} }]), tooLong);
    const { executionId } = await conversation.ask('Read the page.');
    expect(lastToolResults(system.model.requests.at(-1)!)).toMatchObject([{ text: words(100, 'paper') }]);
    const calls = await modelCalls(system, executionId);
    const answers = calls.filter(({ purpose }) => purpose === 'answer');
    expect(answers.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
    const tools = await system.db.selectFrom('tool_call').select(['execution_id', 'attempt']).execute();
    expect(tools.filter((tool) => tool.execution_id === calls[0]!.execution_id)).toHaveLength(1);
  });

  test('nothing is left to compact or trim -> the turn fails with the numbers, the next one is answered', async () => {
    const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
    system.model.reply(NO_FIGURES);
    await expect(conversation.ask('hi')).rejects.toMatchObject({ type: 'Context.CannotFit' });
    expect((await conversation.ask('again')).text).toBe('fits now');
  });
});

async function chatOf(slug: string) {
  const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
  await conversation.ask(words(900));
  await conversation.ask(words(1_400, 'stone'));
  return conversation;
}
