import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { loadModelFacts } from '../../../store/models/learned-model-facts.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess } from '../../../packages/testing/worker-process.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { startReader, WINDOW } from './fixtures/page-reader.js';
import { modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const STEPS = 50;

describe.each([
  { personality: 'claude-1.3', usage: undefined, rejections: 0 },
  { personality: 'claude-1.55', usage: undefined, rejections: 0 },
  { personality: 'claude-1.55', usage: { inputTokens: 0 }, rejections: 1 },
] as const)('an agent of 50 steps: $personality, usage $usage', ({ personality, usage, rejections }) => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startReader({ personality, pages: STEPS, pageTokens: 260, usage });
  });
  afterAll(() => system?.stop());

  test(`our count is too low -> rejected ${rejections} times, compacted, answered`, async () => {
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    const { text: answer, executionId } = await conversation.ask(`Read ${STEPS} pages. ${words(40)}`);
    expect(answer).toBe('All pages are read.');
    const calls = await modelCalls(system, executionId);
    const rejected = calls.filter(({ error_type: type }) => type === 'Model.ContextOverflow');
    expect(rejected).toHaveLength(rejections);
    expect(calls.filter(({ purpose }) => purpose === 'compaction').length).toBeGreaterThan(0);
    const { tokenFactor, sources } = lookUpModel(SCRIPTED_MODEL);
    expect(sources.tokenFactor).toBe('learned');
    const factor = Number(personality.split('-')[1]);
    expect(tokenFactor).toBeGreaterThanOrEqual(factor);
    expect(tokenFactor).toBeLessThan(factor * 1.1);
    expect(calls.at(-1)!.manifest).toMatchObject({ factorSource: 'learned' });
  });
});

describe('workers of one system', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'chat', window: WINDOW, maxOutputTokens: 800 })],
      model: { personality: 'claude-1.55', script: () => text('Noted.') },
      withoutWorker: true,
    });
  });
  afterAll(() => system?.stop());

  test('one learns from an answer and shuts down -> another plans at the ratio', async () => {
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    const first = await startWorkerProcess(system);
    await conversation.ask(words(3_000));
    first.kill('SIGTERM');
    await first.exited;
    const [stored] = await loadModelFacts(system.db);
    expect(stored).toMatchObject({ model: SCRIPTED_MODEL, fact: 'tokenRatios', value: [expect.any(Number)] });
    await system.startWorker();
    const { executionId } = await conversation.ask('And now?');
    const [call] = await modelCalls(system, executionId);
    expect(call!.manifest).toMatchObject({ factorSource: 'learned' });
    expect(call!.manifest.tokenFactor).toBeGreaterThanOrEqual(1.55);
    expect(call!.manifest.tokenFactor).toBeLessThan(1.65);
  });
});
