import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction } from './fixtures/requests.js';
import { callPurposes, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const MODEL = 'anthropic:claude-3-counted';
const WINDOW = 8_000;
const RESERVE = 800;
const QUESTIONS = [words(2_400), words(2_450, 'stone')] as const;

describe.each([
  { case: 'the provider counts less than our bound', personality: 'claude-1.3', fails: false },
  { case: 'the provider counts more', personality: 'claude-1.55', fails: false },
  { case: 'the counter fails', personality: 'claude-1.3', fails: true },
] as const)('a plan near the window: $case', ({ personality, fails }) => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'chat', model: MODEL, window: WINDOW, maxOutputTokens: RESERVE })],
      model: {
        personality,
        contextWindow: WINDOW,
        answerCount: fails ? () => ({ status: 500, body: 'Internal Server Error' }) : undefined,
        script: (request) =>
          text(isCompaction(request) ? 'In short.' : 'Noted.', { usage: { inputTokens: 0 } }),
      },
    });
  });
  afterAll(() => system?.stop());

  test('-> the counter is called once, nothing is rejected', async () => {
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    await conversation.ask(QUESTIONS[0]);
    expect(system.model.counted).toEqual([]);
    const { executionId, text: answer } = await conversation.ask(QUESTIONS[1]);
    expect(answer).toBe('Noted.');
    expect(system.model.counted).toHaveLength(1);
    const isTooLong = personality === 'claude-1.55';
    expect(await callPurposes(system, executionId)).toEqual(['answer completed']);
    const { manifest } = (await modelCalls(system, executionId)).at(-1)!;
    const { tokens } = system.model.requests.at(-1)!;
    expect(manifest.counted).toEqual(isTooLong || fails ? undefined : { tokens, by: 'count_tokens' });
    expect(manifest).toMatchObject({ factorSource: isTooLong ? 'learned' : 'table' });
  });
});
