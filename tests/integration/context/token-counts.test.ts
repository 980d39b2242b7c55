import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { loadModelFacts } from '../../../store/models/learned-model-facts.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { startReader } from './fixtures/page-reader.js';
import { modelCalls } from './fixtures/rows.js';

describe('an agent of 12 steps whose endpoint counts 1.55 times as high and reports no usage', () => {
  let system: TestSystem;
  beforeAll(async () => {
    const usage = { inputTokens: 0 };
    system = await startReader({ personality: 'claude-1.55', pages: 12, pageTokens: 700, usage });
  });
  afterAll(() => system?.stop());

  test('-> rejected once, compacted, answered; all workers learn the figures of the rejection', async () => {
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    const { text: answer, executionId } = await conversation.ask('Read 12 pages.');
    expect(answer).toBe('All pages are read.');
    const calls = await modelCalls(system, executionId);
    expect(calls.filter(({ error_type: type }) => type === 'Model.ContextOverflow')).toHaveLength(1);
    expect(calls.filter(({ purpose }) => purpose === 'compaction').length).toBeGreaterThan(0);
    expect(calls.at(-1)!.manifest).toMatchObject({ factorSource: 'learned' });
    expect(lookUpModel(SCRIPTED_MODEL).tokenFactor).toBeGreaterThanOrEqual(1.55);
    await expect
      .poll(async () => (await loadModelFacts(system.db)).map(({ fact }) => fact))
      .toEqual(['tokenRatios', 'window']);
  });
});

describe('an endpoint with a window of 4,096 tokens that nobody configured', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'chat' })],
      model: { contextWindow: 4_096, script: () => text('Hello.') },
    });
  });
  afterAll(() => system?.stop());

  test('a short question -> rejected once for the room of the answer, then answered in the window of the rejection', async () => {
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    const first = await conversation.ask('hi');
    const second = await conversation.ask('hi again');
    expect([first.text, second.text]).toEqual(['Hello.', 'Hello.']);
    expect(system.model.requests.map(({ refusal }) => refusal?.status)).toEqual([400, undefined, undefined]);
    expect(lookUpModel(SCRIPTED_MODEL)).toMatchObject({ contextWindow: 4_096, tokenFactor: 1 });
  });
});
